import { referrersOf } from '../resource/registry';
import { type Model, modelOf, type Relation, relationOf } from '../sql/model';
import { all, ident, literal, parameter, type Sql, sql } from '../sql/sql';
import { type Run, runOnce } from './database';

/** Takes records of a kind off the lists of nested rows that only name them: the figures of a report (decisions, 4.7). */
export async function unlist(kind: string, gone: number[], run: Run): Promise<void> {
  for (const { resource, attributes, onDelete } of referrersOf(kind)) {
    if (onDelete !== 'unlist') continue;
    const [list = '', reference = ''] = attributes;
    const rows = relationOf(modelOf(resource.uid), list);
    const naming = () => rowsNaming(relationOf(rows.to, reference), gone, run);
    // Whoever changes a list has locked its record first: in the same order nobody waits for the other.
    await lockOwners(modelOf(resource.uid), rows, await naming(), run);
    await removeRows(rows, await naming(), run);
  }
}

async function rowsNaming(reference: Relation, gone: number[], run: Run): Promise<number[]> {
  const naming = await runOnce(
    run,
    sql`select ${ident(reference.source)} from ${ident(reference.table)} where ${ident(reference.target)} = any(${parameter('gone')}::int[])`,
    { gone },
  );
  return naming.map(([found]) => found as number);
}

async function lockOwners(of: Model, rows: Relation, nested: number[], run: Run): Promise<void> {
  if (nested.length === 0) return;
  const owners = sql`select ${ident(rows.source)} from ${ident(rows.table)} where ${linksOf(rows)}`;
  const query = sql`select 1 from ${ident(of.tableName)} where id in (${owners}) order by id for no key update`;
  await runOnce(run, query, { nested });
}

async function removeRows(rows: Relation, nested: number[], run: Run): Promise<void> {
  if (nested.length === 0) return;
  await runOnce(run, sql`delete from ${ident(rows.table)} where ${linksOf(rows)}`, { nested });
  await runOnce(run, sql`delete from ${ident(rows.to.tableName)} where id = any(${parameter('nested')}::int[])`, {
    nested,
  });
}

/** SQL: the links to the nested rows. */
const linksOf = (rows: Relation): Sql =>
  all([
    sql`${ident(rows.target)} = any(${parameter('nested')}::int[])`,
    ...Object.entries(rows.on).map(([name, value]) => sql`${ident(name)} = ${literal(value)}`),
  ]);
