import { modelOf } from '../../../../rostra/server/src/sql/model';
import { column, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { literal, type Sql, sql } from '../../../../rostra/server/src/sql/sql';
import { type Run, runOnce } from '../../../../rostra/server/src/store/database';
import type { Ability } from '../../../server/permissions';
import { dropEmptyTitle, summaryIn } from '../../../server/titles';
import type { DescribedRecord, RecordReference } from '../shared/found';
import { type DetailColumn, detailColumns, detailsOf } from './details';
import type { SearchedKind } from './finder';

/**
 * Reads titles and details of those of these records that exist and are of these content types, in the order given, in one statement.
 * Numbers and details that the reader may not see are left out.
 */
export async function describeRecords<Reference extends RecordReference>(
  references: Reference[],
  kinds: SearchedKind[],
  ability: Ability,
  run: Run,
): Promise<(Reference & DescribedRecord)[]> {
  const named = kinds.filter(({ panel }) => references.some(({ uid }) => uid === panel.uid));
  if (named.length === 0) return [];
  const columns = new Map<string, DetailColumn[]>(
    named.map(({ panel: { uid } }) => [uid, detailColumns(modelOf(uid), ability)]),
  );
  const branches = named.map(({ resource }): Sql => {
    const scope = scopeOf(resource.uid);
    const values = (columns.get(resource.uid) ?? []).map(({ value }) => value(scope));
    const ids = references.filter(({ uid }) => uid === resource.uid).map(({ documentId }) => documentId);
    return sql`select ${literal(resource.uid)}, ${summaryIn(scope, resource)}::text, json_build_array(${sql.join(values)})::text from ${tableOf(scope)} where ${column(scope, 'documentId')} = any(${ids}::text[])`;
  });
  const hasNumbers = new Set<string>(named.filter((kind) => kind.hasNumbers).map(({ panel }) => panel.uid));
  const rows = (await runOnce(run, sql.join(branches, sql` union all `))) as [string, string, string][];
  const records = rows.map(([uid, summary, values]): DescribedRecord => {
    const { number, ...named } = dropEmptyTitle(JSON.parse(summary));
    return {
      uid,
      ...named,
      ...(hasNumbers.has(uid) && { number }),
      details: detailsOf(columns.get(uid) ?? [], JSON.parse(values)),
    };
  });
  return references.flatMap((reference) => {
    const record = records.find((each) => each.uid === reference.uid && each.documentId === reference.documentId);
    return record ? { ...reference, ...record } : [];
  });
}
