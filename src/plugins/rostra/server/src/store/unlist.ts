import { referrersOf } from '../resource/registry';
import { model, type Relation, relationOf } from '../sql/model';
import { all, id, parameter, sql, text } from '../sql/sql';
import { type Run, runOnce } from './database';

/** Takes a record off the lists of nested rows that only name it: the figures of a report (decisions, 4.7). */
export async function unlist(kind: string, row: number, run: Run): Promise<void> {
  for (const { resource, attributes, onDelete } of referrersOf(kind)) {
    if (onDelete !== 'unlist') continue;
    const [list = '', reference = ''] = attributes;
    const rows = relationOf(model(resource.uid), list);
    await removeRows(rows, relationOf(rows.to, reference), row, run);
  }
}

async function removeRows(rows: Relation, reference: Relation, row: number, run: Run): Promise<void> {
  const naming = await runOnce(
    run,
    sql`select ${id(reference.source)} from ${id(reference.table)} where ${id(reference.target)} = ${parameter('row')}::int`,
    { row },
  );
  const nested = naming.map(([found]) => found as number);
  if (nested.length === 0) return;
  const named = sql`any(${parameter('nested')}::int[])`;
  const links = all([
    sql`${id(rows.target)} = ${named}`,
    ...Object.entries(rows.on).map(([name, value]) => sql`${id(name)} = ${text(value)}`),
  ]);
  await runOnce(run, sql`delete from ${id(rows.table)} where ${links}`, { nested });
  await runOnce(run, sql`delete from ${id(rows.to.tableName)} where id = ${named}`, { nested });
}
