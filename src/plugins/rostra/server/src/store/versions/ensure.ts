import { entryOf } from '../../../../../../common/maps';
import type { Resource } from '../../resource/resource';
import { type Model, modelOf } from '../../sql/model';
import { ident, literal, type Sql, type Statement, sql } from '../../sql/sql';
import type { Catalog } from '../catalog';
import { type Run, runOnce } from '../database';
import { countingTriggers, ROW_DELTA, VERSIONS, versionFunctions, versionTriggers } from './triggers';

/**
 * Creates the triggers that change the version of a table with each transaction that writes to it, and count its rows if it
 * holds records. Each transaction adds rows of its own, so that writers never wait for each other, and a version becomes visible
 * together with the data. The xor of the rows' random stamps identifies a set of rows; the sum of their deltas is the number
 * of a table's rows.
 *
 * Every start changes all versions and counts again: a table may have got a column since, and triggers can be disabled.
 */
export async function ensureVersions(resources: Resource[], catalog: Catalog, run: Run): Promise<void> {
  if (!catalog.has(VERSIONS)) {
    await runOnce(
      run,
      sql`create table ${ident(VERSIONS)} (part text not null, stamp bigint not null, delta bigint default 0)`,
    );
  }
  const records = new Set(resources.map(({ uid }) => modelOf(uid).tableName));
  watched = await tablesToWatch(run);
  for (const statement of versionFunctions(await schemaOf(run))) await runOnce(run, statement);
  for (const table of watched) {
    for (const { name, statement } of records.has(table) ? countingTriggers(table) : versionTriggers(table)) {
      if (!catalog.has(`${table}.${name}`)) await runOnce(run, statement);
    }
  }
  await runOnce(run, sql`insert into ${ident(VERSIONS)} select part, ${stamp} from ${ident(VERSIONS)} group by part`);
  await runOnce(run, sql`update ${ident(VERSIONS)} set delta = 0 where delta is null`);
  for (const table of records) await runOnce(run, recount(table));
}

const stamp = sql`hashtextextended(gen_random_uuid()::text, 0)`;

/** Adds the difference between a table's rows and their counted number, both of one snapshot. */
const recount = (table: string): Sql =>
  sql`insert into ${ident(VERSIONS)} select ${literal(table)}, ${stamp}, missing from (
      select (select count(*) from ${ident(table)}) - coalesce(sum(delta), 0) as missing from ${ident(VERSIONS)} where part = ${literal(table)}) counted
    where missing <> 0`;

/** SQL: a query of the number of rows of a table, with the column `rows`. Counts them only if the sum of deltas is unknown. */
export const rowCount = ({ tableName }: Model): Sql =>
  sql`select coalesce((select ${ROW_DELTA} from ${ident(VERSIONS)} where part = ${literal(tableName)}), (select count(*) from ${ident(tableName)}))::bigint as rows`;

/** The schema of our tables. */
async function schemaOf(run: Run): Promise<string> {
  const [[schema] = []] = await runOnce(run, sql`select current_schema()::text`);
  return schema as string;
}

/** Strapi's tables, which hold records and permissions. Of ours, cached answers read only the identifiers at sources. */
async function tablesToWatch(run: Run): Promise<Set<string>> {
  const rows = await runOnce(
    run,
    sql`select relname::text from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and (relname not like 'rostra\\_%' or relname = 'rostra_external_ids')`,
  );
  return new Set(rows.map(([name]) => name as string));
}

let watched: ReadonlySet<string> = new Set();

const tables = new WeakMap<Statement, string[]>();

/** The tables whose versions determine the result of a statement: all that its text names. */
export const tablesOf = (statement: Statement): readonly string[] =>
  entryOf(tables, statement, () =>
    [...new Set(statement.text.match(/\w+/g))].filter((word) => watched.has(word)).sort(),
  );
