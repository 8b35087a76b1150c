import { definedIn } from '../../../../../common/maps';
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

/**
 * Creates the table of the views that people save of lists. Names are unique for each owner. A view that is deleted can be brought back for
 * a day.
 */
export async function ensureViews(catalog: Catalog, run: Run): Promise<void> {
  if (catalog.has('rostra_views')) return;
  await runOnce(
    run,
    sql`create table ${TABLE} (id integer generated always as identity primary key, account integer not null, uid text not null, name text not null,
      key text not null, is_shared boolean not null, query text not null, columns text[], removed timestamptz)`,
  );
  await runOnce(run, sql`create unique index rostra_views_key on ${TABLE} (account, key) where removed is null`);
}

/** The own and the shared views, own ones first, by name: of one list, or only one view. One statement. */
export async function findViews(
  account: number,
  { uid = null, id = null }: { uid?: string | null; id?: number | null },
  run: Run,
): Promise<StoredView[]> {
  return (await run(find, { account, uid, id })).map(([view]) => view as StoredView);
}

/** Adds a view; returns its id, or what keeps it from being added: the account has one of this name, or as many as it may. */
export async function createView(
  account: number,
  content: ViewContent,
  run: Run,
): Promise<{ id: number } | { isTaken: boolean }> {
  const [[id] = []] = await run(create, { account, ...content });
  if (typeof id === 'number') return { id };
  const [[isTaken] = []] = await run(takes, { account, key: content.key });
  return { isTaken: isTaken === true };
}

/** Changes a view of the account; returns whether there is one. Errors: a unique violation for a name that another one has. */
export async function updateView(account: number, id: number, change: ViewChange, run: Run): Promise<boolean> {
  const kept = { name: null, key: null, isShared: null, query: null, columns: null };
  const setsColumns = change.columns !== undefined;
  return (await run(update, { account, id, ...kept, ...definedIn(change), setsColumns })).length > 0;
}

/** What changes of a view; what is undefined stays. */
export type ViewChange = { [K in Exclude<keyof ViewContent, 'uid'>]?: ViewContent[K] | undefined };

/** Deletes a view, or brings it back; returns whether the account may. Errors: a unique violation if the name is another one's by now. */
export async function removeView(account: number, id: number, isRemoved: boolean, run: Run): Promise<boolean> {
  return (await run(remove, { account, id, isRemoved })).length > 0;
}

const account = sql`${parameter('account')}::int`;
const isOrphan = sql`not exists (select from admin_users u where u.id = v.account)`;
const mayRemove = sql`(v.account = ${account} or v.is_shared and ${isOrphan})`;

const find = compile(
  sql`select json_build_object('id', v.id, 'uid', v.uid, 'name', v.name, 'isShared', v.is_shared, 'isOwn', v.account = ${account},
      'mayRemove', ${mayRemove}, 'owner', nullif(concat_ws(' ', nullif(u.firstname, ''), nullif(u.lastname, '')), ''), 'query', v.query, 'columns', v.columns)
    from ${TABLE} v left join admin_users u on u.id = v.account
    where (v.account = ${account} or v.is_shared) and v.removed is null and (${parameter('uid')}::text is null or v.uid = ${parameter('uid')}::text)
      and (${parameter('id')}::int is null or v.id = ${parameter('id')}::int)
    order by v.account <> ${account}, v.name, v.id`,
);

const create = compile(
  sql`with gone as (delete from ${TABLE} v where v.removed < now() - interval '1 day' or not v.is_shared and ${isOrphan})
    insert into ${TABLE} (account, uid, name, key, is_shared, query, columns)
    select ${account}, ${parameter('uid')}::text, ${parameter('name')}::text, ${parameter('key')}::text, ${parameter('isShared')}::boolean,
      ${parameter('query')}::text, ${parameter('columns')}::text[]
    where (select count(*) from ${TABLE} where account = ${account} and removed is null) < ${sql.lit(MAX_VIEWS)}
    on conflict (account, key) where removed is null do nothing returning id`,
);

const takes = compile(
  sql`select exists (select from ${TABLE} where account = ${account} and key = ${parameter('key')}::text and removed is null)`,
);

const update = compile(
  sql`update ${TABLE} set name = coalesce(${parameter('name')}::text, name), key = coalesce(${parameter('key')}::text, key),
      is_shared = coalesce(${parameter('isShared')}::boolean, is_shared), query = coalesce(${parameter('query')}::text, query),
      columns = case when ${parameter('setsColumns')}::boolean then ${parameter('columns')}::text[] else columns end
    where id = ${parameter('id')}::int and account = ${account} and removed is null returning id`,
);

const remove = compile(
  sql`update ${TABLE} v set removed = case when ${parameter('isRemoved')}::boolean then now() end
    where v.id = ${parameter('id')}::int and ${mayRemove} and (v.removed is null) = ${parameter('isRemoved')}::boolean returning v.id`,
);
