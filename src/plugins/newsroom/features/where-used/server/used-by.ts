import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { column, rowId, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { ident, literal, object, type Sql, sql } from '../../../../rostra/server/src/sql/sql';
import { dropEmptyTitle, summaryIn } from '../../../server/titles';
import { panelOf } from '../../../shared/panels';
import type { Effect, RecordSummary, Use, UsedBy } from '../shared/where-used';
import type { PermissionField, UsePath } from './use-paths';

/** The records of one content type that refer to a record, with the permissions that each use requires. */
export interface ResourceUses extends Omit<UsedBy, 'uses'> {
  uses: (Use & { reads: PermissionField[] })[];
}

interface Row {
  uid: string;
  count: number;
  /** Counts by the index of the use path. */
  counts: { path: number; count: number }[];
  records: Parameters<typeof dropEmptyTitle>[0][];
}

/** Reads rows of `usedByQuery`: what matters most for a delete first. */
export const usesIn = (rows: string[], paths: UsePath[]): ResourceUses[] =>
  rows
    .map((json) => JSON.parse(json) as Row)
    .filter(({ count }) => count > 0)
    .map(({ uid, count, counts, records }) => ({
      uid,
      count,
      uses: counts.flatMap((each) => {
        const path = paths[each.path];
        return path ? { ...path.use, count: each.count, reads: path.reads } : [];
      }),
      records: records.map((record): RecordSummary => dropEmptyTitle(record)),
    }))
    .sort((a, b) => weightOf(a) - weightOf(b) || b.count - a.count);

const WEIGHT: Record<Effect, number> = { restrict: 0, cascade: 1, clear: 2, unlist: 2, row: 2 };

const weightOf = ({ uses }: ResourceUses): number => Math.min(...uses.map(({ effect }) => WEIGHT[effect]));

/**
 * A row for each content type that may refer to records.
 * @param rows a query of their Strapi ids
 * @param most how many of those of a content type are named
 */
export function usedByQuery(paths: UsePath[], rows: Sql, most: number): Sql {
  const resources = [...new Set(paths.map((path) => path.resource))];
  return sql.join(
    resources.map((resource) => branch(resource, paths, rows, most)),
    sql` union all `,
  );
}

function branch(resource: Resource, paths: UsePath[], rows: Sql, most: number): Sql {
  const uses = paths.flatMap((path, index) => {
    if (path.resource !== resource) return [];
    const scope = scopeOf(resource.uid);
    return sql`select ${rowId(scope)} as id, ${sql.lit(index)} as path from ${tableOf(scope)} where ${path.condition(scope, rows)}`;
  });
  const counts = sql`(select coalesce(json_agg(json_build_object('path', path, 'count', count) order by path), '[]'::json) from (select path, count(*) from used group by path) counts)`;
  const row = object({
    uid: literal(resource.uid),
    count: sql`(select count(distinct id) from used)`,
    counts,
    records: firstRecords(resource, most),
  });
  return sql`(with used as materialized (${sql.join(uses, sql` union all `)}) select ${row}::text)`;
}

/** The first referring records of the content type, in the order of its list. */
function firstRecords(resource: Resource, most: number): Sql {
  const scope = scopeOf(resource.uid);
  const publicId = column(scope, resource.key.attribute);
  const [by, direction] = panelOf(resource.uid)?.list.sort ?? [resource.key.attribute, 'DESC'];
  const order = sql`${column(scope, by)} ${direction === 'ASC' ? sql`asc` : sql`desc`} nulls last, ${publicId} desc`;
  const first = sql`select ${summaryIn(scope, resource)} as named, row_number() over (order by ${order}) as place from ${tableOf(scope)} where ${rowId(scope)} in (select id from used) order by ${order} limit ${sql.lit(most)}`;
  return sql`(select coalesce(json_agg(${ident('named')} order by place), '[]'::json) from (${first}) first)`;
}
