import type { Resource } from '../../resource/resource';
import { columnOf, type Model, modelOf, relationOf } from '../../sql/model';
import { ident, sql } from '../../sql/sql';
import { type Run, runOnce } from '../database';
import { deleteComponents, insertComponents } from './components';
import { writeLinks } from './links';
import { attributesIn, type RowDraft, recordset, renamed } from './statements';

/**
 * Writes drafts to existing rows, with one statement for each table: the same columns, links and component rows as Strapi's
 * document service, which is bypassed. Callers check the input and open the transaction.
 */
export async function writeDrafts(resource: Resource, drafts: RowDraft[], run: Run): Promise<void> {
  const of = modelOf(resource.uid);
  const touched = drafts.filter(({ isNew, draft }) => !isNew || Object.keys(draft.values).length > 0);
  for (const group of grouped(touched, ({ draft }) => Object.keys(draft.values).sort().join(' '))) {
    await updateColumns(of, group, run);
  }
  await writeLinks(of, drafts, run);
  for (const attribute of attributesIn(drafts, 'rows')) {
    const concerned = drafts.filter(({ draft }) => draft.rows[attribute]);
    const relation = relationOf(of, attribute);
    const replaced = concerned.filter(({ isNew }) => !isNew).map(({ row }) => row);
    if (replaced.length > 0) await deleteComponents(relation, replaced, run);
    await insertComponents(
      relation,
      concerned.map(({ row, draft }) => ({ row, nested: draft.rows[attribute] ?? [] })),
      run,
    );
  }
}

async function updateColumns(of: Model, drafts: RowDraft[], run: Run): Promise<void> {
  const attributes = Object.keys(drafts[0]?.draft.values ?? {});
  const columns = attributes.map((attribute) => columnOf(of, attribute));
  const records = drafts.map(({ row, draft }) => ({ id: row, ...renamed(of, draft.values) }));
  const assigned = columns.map((name) => sql`${ident(name)} = r.${ident(name)}, `);
  await runOnce(
    run,
    sql`update ${ident(of.tableName)} t set ${sql.join(assigned, sql``)}updated_at = now() at time zone 'UTC' from ${recordset(of, attributes)} where t.id = r.id`,
    { records: JSON.stringify(records) },
  );
}

function grouped<T>(items: T[], key: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return [...groups.values()];
}
