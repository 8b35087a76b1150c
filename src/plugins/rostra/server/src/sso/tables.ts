import { metadata } from '../../../../../strapi/metadata';
import { ident, sql } from '../sql/sql';
import { type Run, runOnce } from '../store/database';
import type { Present } from '../store/present';
import type { Target } from './options';

/** Who of a provider has which account: of the panel, and of the API. */
export const IDENTITIES: Record<Target, string> = {
  panel: 'rostra_panel_identities',
  api: 'rostra_api_identities',
};

/** The content types of the accounts. */
export const ACCOUNTS: Record<Target, string> = {
  panel: 'admin::user',
  api: 'plugin::users-permissions.user',
};

/** What may be used once, and codes that have not been used yet. */
export const ONCE = 'rostra_sso_once';

/** Makes the tables of single sign-on: they belong to this database, no export carries them (decisions, 15). */
export async function ensureSsoTables(present: Present, run: Run): Promise<void> {
  for (const target of ['panel', 'api'] as const) {
    if (!present.has(IDENTITIES[target])) await runOnce(run, identitiesOf(target));
  }
  if (!present.has(ONCE))
    await runOnce(
      run,
      sql`create table ${ident(ONCE)} (key text primary key, account integer, challenge text, ends timestamptz not null)`,
    );
}

/** An account goes, and its identities go with it: one of the same number, should there ever be one, is another account. */
const identitiesOf = (target: Target) => sql`create table ${ident(IDENTITIES[target])} (
  issuer text not null, subject text not null,
  account integer not null references ${ident(metadata(ACCOUNTS[target]).tableName)} on delete cascade,
  made timestamptz not null default now(),
  primary key (issuer, subject), unique (account, issuer))`;
