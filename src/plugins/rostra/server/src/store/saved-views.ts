import { compile, ident, parameter, sql } from '../sql/sql';
import type { Catalog } from './catalog';
import { type Run, runOnce } from './database';

const TABLE = ident('rostra_views');

/** How many views an account of the panel may have. */
export const MAX_VIEWS = 200;

/** What a view of a list holds. */
export interface ViewContent {
  uid: string;
  name: string;
  /** Equal for names that people would take for the same. */
  key: string;
  isShared: boolean;
  query: string;
  columns: string[] | null;
}

/** A view as one account sees it. */
export interface StoredView extends Omit<ViewContent, 'key'> {
  id: number;
  isOwn: boolean;
  /** Whether the account may delete it: it is its owner, or the owner's account is gone. */
  mayRemove: boolean;
  /** The owner's name; null without one. */
  owner: string | null;
}

/** Creates the table of the views that people save of lists. Names are unique for each owner. */
export async function ensureViews(catalog: Catalog, run: Run): Promise<void> {
  if (catalog.has('rostra_views')) return;
  await runOnce(
    run,
    sql`create table ${TABLE} (id integer generated always as identity primary key, account integer not null, uid text not null, name text not null,
      key text not null, is_shared boolean not null, query text not null, columns text[], unique (account, key))`,
  );
}

/** The own and the shared views, own ones first, by name; of `id` only that one. One statement. */
export async function findViews(account: number, run: Run, id: number | null = null): Promise<StoredView[]> {
  return (await run(find, { account, id })).map(([view]) => view as StoredView);
}

/** Adds a view; returns its id, or undefined if the account has one of this name, or as many as it may. */
export async function createView(account: number, content: ViewContent, run: Run): Promise<number | undefined> {
  const [[id] = []] = await run(create, { account, ...content });
  return id as number | undefined;
}

/** Replaces what a view holds, but for its content type; returns whether the account may. Errors: a unique violation for a name that it has. */
export async function updateView(account: number, id: number, content: ViewContent, run: Run): Promise<boolean> {
  return (await run(update, { account, id, ...content })).length > 0;
}

/** Deletes a view; returns whether the account may. */
export async function removeView(account: number, id: number, run: Run): Promise<boolean> {
  return (await run(remove, { account, id })).length > 0;
}

const account = sql`${parameter('account')}::int`;
const isOrphan = sql`not exists (select from admin_users u where u.id = v.account)`;
const mayRemove = sql`(v.account = ${account} or v.is_shared and ${isOrphan})`;

const find = compile(
  sql`select json_build_object('id', v.id, 'uid', v.uid, 'name', v.name, 'isShared', v.is_shared, 'isOwn', v.account = ${account},
      'mayRemove', ${mayRemove}, 'owner', nullif(concat_ws(' ', nullif(u.firstname, ''), nullif(u.lastname, '')), ''), 'query', v.query, 'columns', v.columns)
    from ${TABLE} v left join admin_users u on u.id = v.account
    where (v.account = ${account} or v.is_shared) and (${parameter('id')}::int is null or v.id = ${parameter('id')}::int)
    order by v.account <> ${account}, v.name, v.id`,
);

const create = compile(
  sql`with gone as (delete from ${TABLE} v where not v.is_shared and ${isOrphan})
    insert into ${TABLE} (account, uid, name, key, is_shared, query, columns)
    select ${account}, ${parameter('uid')}::text, ${parameter('name')}::text, ${parameter('key')}::text, ${parameter('isShared')}::boolean,
      ${parameter('query')}::text, ${parameter('columns')}::text[]
    where (select count(*) from ${TABLE} where account = ${account}) < ${sql.lit(MAX_VIEWS)}
    on conflict (account, key) do nothing returning id`,
);

const update = compile(
  sql`update ${TABLE} v set name = ${parameter('name')}::text, key = ${parameter('key')}::text, is_shared = ${parameter('isShared')}::boolean,
      query = ${parameter('query')}::text, columns = ${parameter('columns')}::text[]
    where v.id = ${parameter('id')}::int and v.account = ${account} and v.uid = ${parameter('uid')}::text returning v.id`,
);

const remove = compile(
  sql`delete from ${TABLE} v where v.id = ${parameter('id')}::int and ${mayRemove} returning v.id`,
);
