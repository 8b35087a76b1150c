import type { Resource } from '../../resource/resource';
import { TITLE } from '../../resource/title';
import { columnOf, type Model, modelOf, relationOf } from '../../sql/model';
import { ident, literal, parameter, prepared, type Sql, sql } from '../../sql/sql';
import type { Call, Run } from '../database';
import { deletionOfComponents, insertionOfComponents } from './components';
import { linkCalls } from './links';
import { writeGains } from './list-gains';
import {
  attributesIn,
  columnAttributes,
  countNestedRows,
  type RowDraft,
  reserveRowIds,
  type TakeRowId,
  toColumns,
  typeOf,
} from './statements';

/** Writes drafts to existing rows. Callers check the input and open the transaction. */
export async function writeDrafts(resource: Resource, drafts: RowDraft[], run: Run): Promise<void> {
  const counts = new Map<string, number>();
  countNestedRows(
    modelOf(resource.uid),
    drafts.map(({ draft }) => draft),
    counts,
  );
  const takeRowId = await reserveRowIds(counts, run);
  const rest = await writeGains(modelOf(resource.uid), drafts, run);
  // Without names: the tables grow, so plans that PostgreSQL keeps would become wrong.
  for (const { statement, parameters } of draftCalls(resource, rest, takeRowId))
    await run({ ...statement, name: '' }, parameters);
}

/**
 * The statements that write drafts to existing rows, one for each table: the same columns, links and component rows as Strapi's
 * document service, which is bypassed. None needs the answer to an earlier one.
 */
export function draftCalls(resource: Resource, drafts: RowDraft[], takeRowId: TakeRowId): Call[] {
  const target = modelOf(resource.uid);
  const updates = drafts.filter(({ isNew, draft }) => !isNew || Object.keys(draft.values).length > 0);
  return [
    ...(updates.length > 0 ? [updateCall(resource, updates)] : []),
    ...linkCalls(target, drafts),
    ...attributesIn(drafts, 'rows').flatMap((attribute) => {
      const owners = drafts.filter(({ draft }) => draft.rows[attribute]);
      const relation = relationOf(target, attribute);
      const existing = owners.filter(({ isNew }) => !isNew).map(({ rowId }) => rowId);
      const nested = owners.map(({ rowId, draft }) => ({ rowId, nested: draft.rows[attribute] ?? [] }));
      return [
        ...(existing.length > 0 ? deletionOfComponents(relation, existing) : []),
        ...insertionOfComponents(relation, nested, takeRowId),
      ];
    }),
  ];
}

function updateCall(resource: Resource, drafts: RowDraft[]): Call {
  const target = modelOf(resource.uid);
  const records = drafts.map(({ rowId, draft }) => ({ id: rowId, ...toColumns(target, draft.values) }));
  return {
    statement: prepared(target, 'update', () => update(target, resource.key.attribute)),
    parameters: { records: JSON.stringify(records) },
  };
}

/**
 * Updates any columns: a column that a record does not name keeps its value. One text for all sets of columns, so that PostgreSQL keeps
 * one plan of it.
 */
function update(target: Model, key: string): Sql {
  const written = columnAttributes(target).filter((attribute) => attribute !== key && attribute !== TITLE);
  const assigned = written.map((attribute) => {
    const column = columnOf(target, attribute);
    return sql`${ident(column)} = case when r.j ? ${literal(column)} then ${valueIn(target, attribute)} else t.${ident(column)} end, `;
  });
  return sql`update ${ident(target.tableName)} t set ${sql.join(assigned, sql``)}updated_at = statement_timestamp() at time zone 'UTC' from jsonb_array_elements(${parameter('records')}::jsonb) as r(j) where t.id = (r.j->>'id')::int`;
}

function valueIn(target: Model, attribute: string): Sql {
  const column = literal(columnOf(target, attribute));
  const type = typeOf(target, attribute);
  if (type === 'jsonb') return sql`nullif(r.j->${column}, 'null')`;
  return sql`(r.j->>${column})::${sql.raw(type)}`;
}
