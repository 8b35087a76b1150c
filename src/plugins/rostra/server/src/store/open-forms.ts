import { compile, ident, parameter, sql } from '../sql/sql';
import type { Catalog } from './catalog';
import { type Run, runOnce } from './database';

/** How long a form counts as open after its browser has last said so, in seconds: a dead browser is gone after that. */
const LEASE_SECONDS = 45;

const TABLE = ident('rostra_open_forms');

/** A form of the panel with a record. */
export interface OpenForm {
  /** The browser tab, by a random text. */
  tab: string;
  resource: string;
  documentId: string;
}

/** Who has a form open, and whether it holds unsaved changes. */
export interface Editor {
  account: number;
  /** As in the history; null if they have none. */
  name: string | null;
  isChanged: boolean;
}

/** Creates the table of open forms, unlogged: a crash loses what every browser says again within seconds. */
export async function ensureOpenForms(catalog: Catalog, run: Run): Promise<void> {
  if (catalog.has('rostra_open_forms')) return;
  await runOnce(
    run,
    sql`create unlogged table ${TABLE} (tab text, resource text, document text, account integer not null, name text, is_changed boolean not null,
      seen timestamptz not null, primary key (resource, document, tab))`,
  );
}

/** Says that a form is open. @returns the other accounts that have the same record open. One statement. */
export async function keepOpen(form: OpenForm & Editor, run: Run): Promise<Editor[]> {
  return (await run(keep, { ...form })).map(([other]) => other as Editor);
}

/** Says that a form is closed. */
export async function closeForm(form: OpenForm & Pick<Editor, 'account'>, run: Run): Promise<void> {
  await run(close, { ...form });
}

const lease = sql`now() - make_interval(secs => ${sql.lit(LEASE_SECONDS)})`;

const keep = compile(
  sql`with gone as (
      delete from ${TABLE} where ctid = any(array(select ctid from ${TABLE} where seen < ${lease} and tab <> ${parameter('tab')}::text for update skip locked))
    ),
    kept as (
      insert into ${TABLE} (tab, resource, document, account, name, is_changed, seen)
      values (${parameter('tab')}::text, ${parameter('resource')}::text, ${parameter('documentId')}::text, ${parameter('account')}::int,
        ${parameter('name')}::text, ${parameter('isChanged')}::boolean, now())
      on conflict (resource, document, tab) do update set account = excluded.account, name = excluded.name, is_changed = excluded.is_changed, seen = excluded.seen
    )
    select json_build_object('account', account, 'name', max(name), 'isChanged', bool_or(is_changed)) from ${TABLE}
    where resource = ${parameter('resource')}::text and document = ${parameter('documentId')}::text
      and account <> ${parameter('account')}::int and seen >= ${lease}
    group by account order by account`,
);

const close = compile(
  sql`delete from ${TABLE} where resource = ${parameter('resource')}::text and document = ${parameter('documentId')}::text
    and tab = ${parameter('tab')}::text and account = ${parameter('account')}::int`,
);
