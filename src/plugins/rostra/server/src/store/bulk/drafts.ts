import { groupBy } from '../../../../../../common/maps';
import type { Resource } from '../../resource/resource';
import { columnOf, type Model, modelOf, relationOf } from '../../sql/model';
import { ident, sql } from '../../sql/sql';
import { type Run, runOnce } from '../database';
import { deleteComponents, insertComponents } from './components';
import { writeLinks } from './links';
import { attributesIn, type RowDraft, recordset, toColumns } from './statements';

/**
 * Writes drafts to existing rows, with one statement for each table: the same columns, links and component rows as Strapi's
 * document service, which is bypassed. Callers check the input and open the transaction.
 */
export async function writeDrafts(resource: Resource, drafts: RowDraft[], run: Run): Promise<void> {
  const target = modelOf(resource.uid);
  const updates = drafts.filter(({ isNew, draft }) => !isNew || Object.keys(draft.values).length > 0);
  for (const group of groupBy(updates, ({ draft }) => Object.keys(draft.values).sort().join(' ')).values()) {
    await updateColumns(target, group, run);
  }
  await writeLinks(target, drafts, run);
  for (const attribute of attributesIn(drafts, 'rows')) {
    const owners = drafts.filter(({ draft }) => draft.rows[attribute]);
    const relation = relationOf(target, attribute);
    const existing = owners.filter(({ isNew }) => !isNew).map(({ rowId }) => rowId);
    if (existing.length > 0) await deleteComponents(relation, existing, run);
    await insertComponents(
      relation,
      owners.map(({ rowId, draft }) => ({ rowId, nested: draft.rows[attribute] ?? [] })),
      run,
    );
  }
}

async function updateColumns(target: Model, drafts: RowDraft[], run: Run): Promise<void> {
  const attributes = Object.keys(drafts[0]?.draft.values ?? {});
  const columns = attributes.map((attribute) => columnOf(target, attribute));
  const records = drafts.map(({ rowId, draft }) => ({ id: rowId, ...toColumns(target, draft.values) }));
  const assigned = columns.map((name) => sql`${ident(name)} = r.${ident(name)}, `);
  await runOnce(
    run,
    sql`update ${ident(target.tableName)} t set ${sql.join(assigned, sql``)}updated_at = now() at time zone 'UTC' from ${recordset(target, attributes)} where t.id = r.id`,
    { records: JSON.stringify(records) },
  );
}
