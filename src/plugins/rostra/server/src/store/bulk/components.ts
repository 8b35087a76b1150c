import type { Draft } from '../../fields/field';
import { columnOf, type Relation, relationOf } from '../../sql/model';
import { all, ident, literal, parameter, sql } from '../../sql/sql';
import { type Run, runOnce } from '../database';
import { writeLinks } from './links';
import { attributesIn, recordset, reserveRowIds, toColumns } from './statements';

/** Deletes the component rows of these owners, and the rows nested in them. */
export async function deleteComponents(relation: Relation, owners: number[], run: Run): Promise<void> {
  const { to, table, source, target, on } = relation;
  const own = all([
    sql`l.${ident(source)} = any(${parameter('owners')}::int[])`,
    ...Object.entries(on).map(([name, value]) => sql`l.${ident(name)} = ${literal(value)}`),
  ]);
  for (const [name, attribute] of Object.entries(to.attributes)) {
    if (!attribute.joinTable?.on) continue;
    const nested = await runOnce(run, sql`select l.${ident(target)} from ${ident(table)} l where ${own}`, { owners });
    await deleteComponents(
      relationOf(to, name),
      nested.map(([row]) => row as number),
      run,
    );
  }
  await runOnce(
    run,
    sql`delete from ${ident(to.tableName)} c using ${ident(table)} l where c.id = l.${ident(target)} and ${own}`,
    {
      owners,
    },
  );
  await runOnce(run, sql`delete from ${ident(table)} l where ${own}`, { owners });
}

/** Inserts the nested rows of owners, their links, and the rows nested in them. */
export async function insertComponents(
  relation: Relation,
  owners: { rowId: number; nested: Draft[] }[],
  run: Run,
): Promise<void> {
  const { to, table, source, target, order, on } = relation;
  const flat = owners.flatMap(({ rowId, nested }) =>
    nested.map((draft, index) => ({ owner: rowId, place: index + 1, draft })),
  );
  if (flat.length === 0) return;
  const ids = await reserveRowIds(to.tableName, flat.length, run);
  const rows = flat.map((each, index) => ({ ...each, rowId: ids[index] ?? 0, isNew: true }));
  const attributes = attributesIn(rows, 'values');
  const columns = attributes.map((attribute) => ident(columnOf(to, attribute)));
  await runOnce(
    run,
    sql`insert into ${ident(to.tableName)} (${sql.join([ident('id'), ...columns])}) select ${sql.join([sql`r.id`, ...columns.map((name) => sql`r.${name}`)])} from ${recordset(to, attributes)}`,
    { records: JSON.stringify(rows.map(({ rowId, draft }) => ({ id: rowId, ...toColumns(to, draft.values) }))) },
  );
  const fixed = Object.entries({ ...on, component_type: to.uid });
  await runOnce(
    run,
    sql`insert into ${ident(table)} (${sql.join([ident(source), ident(target), ident(order ?? 'order'), ...fixed.map(([name]) => ident(name))])}) select r.s, r.t, r.o, ${sql.join(fixed.map(([, value]) => literal(value)))} from jsonb_to_recordset(${parameter('links')}::jsonb) as r(s int, t int, o double precision)`,
    { links: JSON.stringify(rows.map(({ owner, rowId, place }) => ({ s: owner, t: rowId, o: place }))) },
  );
  await writeLinks(to, rows, run);
  for (const attribute of attributesIn(rows, 'rows')) {
    await insertComponents(
      relationOf(to, attribute),
      rows.map(({ rowId, draft }) => ({ rowId, nested: draft.rows[attribute] ?? [] })),
      run,
    );
  }
}
