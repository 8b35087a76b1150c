import type { Resource } from '../../rostra/server/src/resource/resource';
import { column, type Scope, scopeOf, tableOf } from '../../rostra/server/src/sql/scope';
import { literal, object, parameter, type Sql, sql } from '../../rostra/server/src/sql/sql';
import { type Run, runOnce } from '../../rostra/server/src/store/database';
import type { RecordSummary } from '../features/where-used/shared/where-used';
import { panelOf } from '../shared/panels';
import { type Ability, may } from './permissions';

/** Returns whether the ability may read the titles of a content type's records. */
export function mayReadTitle(ability: Ability, uid: string): boolean {
  const main = panelOf(uid)?.main;
  return may(ability, 'read', uid, ...(main ? [main] : []));
}

/** SQL: a record's title in the panel, as text; NULL when it has none. */
export function titleIn(scope: Scope): Sql {
  const main = panelOf(scope.model.uid)?.main;
  return main ? sql`${column(scope, main)}::text` : sql`null`;
}

/** SQL: a record's document id, public identifier and title as a JSON object. */
export const summaryIn = (scope: Scope, resource: Resource): Sql =>
  object({
    documentId: column(scope, 'documentId'),
    number: column(scope, resource.key.attribute),
    title: titleIn(scope),
  });

/** Reads the records that exist among these, in one unprepared statement. */
export async function readSummaries(
  references: { resource: Resource; publicId: number }[],
  run: Run,
): Promise<{ uid: string; summary: RecordSummary }[]> {
  const resources = [...new Set(references.map(({ resource }) => resource))];
  if (resources.length === 0) return [];
  const publicIds = resources.map(
    (resource) =>
      [resource.name, references.filter((each) => each.resource === resource).map(({ publicId }) => publicId)] as const,
  );
  const query = sql`${sql.join(resources.map(branch), sql` union all `)}`;
  const rows = (await runOnce(run, query, Object.fromEntries(publicIds))) as [string, string][];
  return rows.map(([uid, json]) => ({ uid, summary: dropEmptyTitle(JSON.parse(json)) }));
}

function branch(resource: Resource): Sql {
  const scope = scopeOf(resource.uid);
  return sql`select ${literal(resource.uid)}, ${summaryIn(scope, resource)}::text from ${tableOf(scope)} where ${column(scope, resource.key.attribute)} = any(${parameter(resource.name)}::int[])`;
}

/** Drops a title that is NULL or empty. */
export const dropEmptyTitle = ({
  title,
  ...summary
}: Omit<RecordSummary, 'title'> & { title: string | null }): RecordSummary =>
  title === null || title === '' ? summary : { ...summary, title };

/** Drops the title, for readers who may not see it. */
export const withoutTitle = ({ documentId, number }: RecordSummary): RecordSummary => ({ documentId, number });
