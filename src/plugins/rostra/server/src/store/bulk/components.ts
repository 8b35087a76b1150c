import type { Draft } from '../../fields/field';
import { columnOf, type Relation, relationOf } from '../../sql/model';
import { all, ident, literal, parameter, prepared, type Sql, sql } from '../../sql/sql';
import type { Call } from '../database';
import { linkCalls } from './links';
import { attributesIn, recordset, type TakeRowId, toColumns } from './statements';

/** Deletes the component rows of these owners, and the rows nested in them. */
export const deletionOfComponents = (relation: Relation, owners: number[]): Call[] =>
  deletions(relation, (source) => sql`${source} = any(${parameter('owners')}::int[])`, []).map(({ key, query }) => ({
    statement: prepared(relation.to, key, query),
    parameters: { owners },
  }));

/** The statements that delete the components of the owners for which a condition holds: those nested in them first. */
function deletions(
  relation: Relation,
  isOwner: (source: Sql) => Sql,
  path: string[],
): { key: string; query: () => Sql }[] {
  const { to, table, source, target, on } = relation;
  const steps = [...path, table, ...Object.values(on)];
  const own = () =>
    all([
      isOwner(sql`l.${ident(source)}`),
      ...Object.entries(on).map(([name, value]) => sql`l.${ident(name)} = ${literal(value)}`),
    ]);
  const ids = () => sql`select l.${ident(target)} from ${ident(table)} l where ${own()}`;
  const nested = Object.entries(to.attributes).flatMap(([name, { joinTable }]) =>
    joinTable?.on ? deletions(relationOf(to, name), (row) => sql`${row} in (${ids()})`, steps) : [],
  );
  return [
    ...nested,
    {
      key: `delete ${steps.join(' ')}`,
      query: () => sql`delete from ${ident(to.tableName)} c where c.id in (${ids()})`,
    },
    { key: `unlink ${steps.join(' ')}`, query: () => sql`delete from ${ident(table)} l where ${own()}` },
  ];
}

/** Inserts the nested rows of owners, their links, and the rows nested in them. */
export function insertionOfComponents(
  relation: Relation,
  owners: { rowId: number; nested: Draft[] }[],
  takeRowId: TakeRowId,
): Call[] {
  const { to, table } = relation;
  const rows = owners.flatMap(({ rowId, nested }) =>
    nested.map((draft, index) => ({
      owner: rowId,
      place: index + 1,
      draft,
      rowId: takeRowId(to.tableName),
      isNew: true,
    })),
  );
  if (rows.length === 0) return [];
  const attributes = attributesIn(rows, 'values');
  return [
    {
      statement: prepared(to, `insert ${attributes.join(' ')}`, () => insertion(relation, attributes)),
      parameters: {
        records: JSON.stringify(rows.map(({ rowId, draft }) => ({ id: rowId, ...toColumns(to, draft.values) }))),
      },
    },
    {
      statement: prepared(to, `link ${table} ${Object.values(relation.on).join(' ')}`, () => linking(relation)),
      parameters: { links: JSON.stringify(rows.map(({ owner, rowId, place }) => ({ s: owner, t: rowId, o: place }))) },
    },
    ...linkCalls(to, rows),
    ...attributesIn(rows, 'rows').flatMap((attribute) =>
      insertionOfComponents(
        relationOf(to, attribute),
        rows.map(({ rowId, draft }) => ({ rowId, nested: draft.rows[attribute] ?? [] })),
        takeRowId,
      ),
    ),
  ];
}

function insertion({ to }: Relation, attributes: string[]): Sql {
  const columns = [ident('id'), ...attributes.map((attribute) => ident(columnOf(to, attribute)))];
  return sql`insert into ${ident(to.tableName)} (${sql.join(columns)}) select ${sql.join(columns.map((name) => sql`r.${name}`))} from ${recordset(to, attributes)}`;
}

function linking({ to, table, source, target, order, on }: Relation): Sql {
  const fixed = Object.entries({ ...on, component_type: to.uid });
  return sql`insert into ${ident(table)} (${sql.join([ident(source), ident(target), ident(order ?? 'order'), ...fixed.map(([name]) => ident(name))])}) select r.s, r.t, r.o, ${sql.join(fixed.map(([, value]) => literal(value)))} from jsonb_to_recordset(${parameter('links')}::jsonb) as r(s int, t int, o double precision)`;
}
