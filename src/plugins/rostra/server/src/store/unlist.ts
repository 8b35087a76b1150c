import { referrersOf } from '../resource/registry';
import { type Model, modelOf, type Relation, relationOf } from '../sql/model';
import { all, ident, literal, parameter, type Sql, sql } from '../sql/sql';
import { type Run, runOnce } from './database';

/** Removes deleted rows of a kind from the lists that only refer to them, such as a report's figures (conventions 4.7). */
export async function unlist(kind: string, deleted: number[], run: Run): Promise<void> {
  for (const { resource, attributes, onDelete } of referrersOf(kind)) {
    if (onDelete !== 'unlist') continue;
    const [list = '', reference = ''] = attributes;
    const rows = relationOf(modelOf(resource.uid), list);
    const referring = () => rowsReferring(relationOf(rows.to, reference), deleted, run);
    // Writers lock a record before its lists: the same order prevents deadlocks.
    await lockOwners(modelOf(resource.uid), rows, await referring(), run);
    await removeRows(rows, await referring(), run);
  }
}

async function rowsReferring(reference: Relation, deleted: number[], run: Run): Promise<number[]> {
  const found = await runOnce(
    run,
    sql`select ${ident(reference.source)} from ${ident(reference.table)} where ${ident(reference.target)} = any(${parameter('deleted')}::int[])`,
    { deleted },
  );
  return found.map(([row]) => row as number);
}

async function lockOwners(owner: Model, rows: Relation, nested: number[], run: Run): Promise<void> {
  if (nested.length === 0) return;
  const owners = sql`select ${ident(rows.source)} from ${ident(rows.table)} where ${linksOf(rows)}`;
  const query = sql`select 1 from ${ident(owner.tableName)} where id in (${owners}) order by id for no key update`;
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
