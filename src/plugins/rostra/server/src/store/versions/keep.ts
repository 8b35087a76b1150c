import { entryOf } from '../../../../../../common/maps';
import type { Resource } from '../../resource/resource';
import { type Model, modelOf } from '../../sql/model';
import { ident, literal, type Sql, type Statement, sql } from '../../sql/sql';
import { type Run, runOnce } from '../database';
import type { Present } from '../present';
import { CHANGE, counted, moved, VERSIONS } from './triggers';

/**
 * Makes what moves the version of a table with each committed transaction that writes to it, whatever door it comes
 * through, and what keeps the number of its rows if it holds records. A transaction adds rows of its own: writers never
 * wait for each other, and what they add is seen from the moment that the data are. Their stamps of chance, taken together
 * with xor, are no other set's; their deltas, summed up, are the number of rows.
 *
 * What a table means may have changed since the last start (a column more), and triggers can be switched off: every start
 * moves all versions, and counts again.
 */
export async function ensureVersions(resources: Resource[], present: Present, run: Run): Promise<void> {
  if (!present.has(VERSIONS)) {
    await runOnce(
      run,
      sql`create table ${ident(VERSIONS)} (part text not null, stamp bigint not null, delta bigint default 0)`,
    );
  }
  const records = new Set(resources.map(({ uid }) => modelOf(uid).tableName));
  watched = await tablesToWatch(run);
  for (const statement of moved.functions(await schemaOf(run))) await runOnce(run, statement);
  for (const table of watched) {
    for (const { name, statement } of records.has(table) ? counted(table) : moved.triggers(table)) {
      if (!present.has(`${table}.${name}`)) await runOnce(run, statement);
    }
  }
  await runOnce(run, sql`insert into ${ident(VERSIONS)} select part, ${stamp} from ${ident(VERSIONS)} group by part`);
  await runOnce(run, sql`update ${ident(VERSIONS)} set delta = 0 where delta is null`);
  for (const table of records) await runOnce(run, recount(table));
}

const stamp = sql`hashtextextended(gen_random_uuid()::text, 0)`;

/** What the rows of a table are more than was counted, by one snapshot of both. */
const recount = (table: string): Sql =>
  sql`insert into ${ident(VERSIONS)} select ${literal(table)}, ${stamp}, missing from (
      select (select count(*) from ${ident(table)}) - coalesce(sum(delta), 0) as missing from ${ident(VERSIONS)} where part = ${literal(table)}) counted
    where missing <> 0`;

/** SQL: how many rows the table of a resource has, as a query with the column `rows`; as a rule they need not be counted. */
export const countOf = ({ tableName }: Model): Sql =>
  sql`select coalesce((select ${CHANGE} from ${ident(VERSIONS)} where part = ${literal(tableName)}), (select count(*) from ${ident(tableName)}))::bigint as rows`;

/** Where our tables are. */
async function schemaOf(run: Run): Promise<string> {
  const [[schema] = []] = await runOnce(run, sql`select current_schema()::text`);
  return schema as string;
}

/** Strapi's tables, which hold the records and who may see them; ours are not read by answers that are kept. */
async function tablesToWatch(run: Run): Promise<Set<string>> {
  const rows = await runOnce(
    run,
    sql`select relname::text from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'rostra\\_%'`,
  );
  return new Set(rows.map(([name]) => name as string));
}

let watched: ReadonlySet<string> = new Set();

const tables = new WeakMap<Statement, string[]>();

/** The tables whose versions an answer of this statement depends on: all that it names. */
export const tablesOf = (statement: Statement): readonly string[] =>
  entryOf(tables, statement, () =>
    [...new Set(statement.text.match(/\w+/g))].filter((word) => watched.has(word)).sort(),
  );
