import { metadata } from '../../../../../strapi/metadata';
import { ident, sql } from '../sql/sql';
import type { Catalog } from '../store/catalog';
import { type Run, runOnce } from '../store/database';
import type { Target } from './options';

/** The tables that link a provider's identities to accounts of the panel and the API. */
export const IDENTITIES: Record<Target, string> = {
  panel: 'rostra_panel_identities',
  api: 'rostra_api_identities',
};

/** The content types of the accounts. */
export const ACCOUNTS: Record<Target, string> = {
  panel: 'admin::user',
  api: 'plugin::users-permissions.user',
};

/** The table of used states and unused codes. */
export const CODES = 'rostra_sso_once';

/** Creates the tables of single sign-on. They belong to this database; no export contains them (decision 15). */
export async function ensureSsoTables(catalog: Catalog, run: Run): Promise<void> {
  for (const target of ['panel', 'api'] as const) {
    if (!catalog.has(IDENTITIES[target])) await runOnce(run, identitiesOf(target));
  }
  if (!catalog.has(CODES))
    await runOnce(
      run,
      sql`create table ${ident(CODES)} (key text primary key, account integer, challenge text, ends timestamptz not null)`,
    );
}

/** Deleting an account deletes its identities: a later account with the same row id is another one. */
const identitiesOf = (target: Target) => sql`create table ${ident(IDENTITIES[target])} (
  issuer text not null, subject text not null,
  account integer not null references ${ident(metadata(ACCOUNTS[target]).tableName)} on delete cascade,
  made timestamptz not null default now(),
  primary key (issuer, subject), unique (account, issuer))`;
