import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { column, rowId, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { ident, literal, object, parameter, prepared, type Sql, sql } from '../../../../rostra/server/src/sql/sql';
import type { Run } from '../../../../rostra/server/src/store/database';
import { namedOf, withoutNull } from '../../../server/titles';
import { panelOf } from '../../../shared/panels';
import { type Effect, type Named, SHOWN, type Use, type UsedBy, type WhereUsed } from '../shared/where-used';
import { type Field, type Way, waysTo } from './ways';

const ROW = sql`${parameter('row')}::int`;

/** Where a record is used, with the fields that tell of it. */
export interface Found extends Omit<WhereUsed, 'usedBy'> {
  usedBy: FoundUses[];
}

export interface FoundUses extends Omit<UsedBy, 'uses'> {
  uses: (Use & { reads: Field[] })[];
}

/** Finds a record and everything that refers to it, in two statements; undefined when there is no such record. */
export async function findWhereUsed(of: Resource, documentId: string, run: Run): Promise<Found | undefined> {
  const [found] = await run(
    prepared(of, 'where used: record', () => recordQuery(of)),
    { documentId },
  );
  if (!found) return undefined;
  const [row, named] = found as [number, string];
  return { record: withoutNull(JSON.parse(named)), usedBy: await findUsedBy(of, row, run) };
}

function recordQuery(of: Resource): Sql {
  const scope = scopeOf(of.uid);
  return sql`select ${rowId(scope)}, ${namedOf(scope, of)}::text from ${tableOf(scope)} where ${column(scope, 'documentId')} = ${parameter('documentId')}`;
}

interface Row {
  uid: string;
  count: number;
  /** How many by the place of the way. */
  counts: { way: number; count: number }[];
  records: Parameters<typeof withoutNull>[0][];
}

async function findUsedBy(of: Resource, row: number, run: Run): Promise<FoundUses[]> {
  const ways = waysTo(of.kind);
  if (ways.length === 0) return [];
  const rows = (await run(
    prepared(of, 'where used', () => usedByQuery(ways)),
    { row },
  )) as [string][];
  return rows
    .map(([json]) => JSON.parse(json) as Row)
    .filter(({ count }) => count > 0)
    .map(({ uid, count, counts, records }) => ({
      uid,
      count,
      uses: counts.flatMap((each) => {
        const way = ways[each.way];
        return way ? { ...way.use, count: each.count, reads: way.reads } : [];
      }),
      records: records.map((record): Named => withoutNull(record)),
    }))
    .sort((a, b) => weightOf(a) - weightOf(b) || b.count - a.count);
}

/** What matters more for deleting the record stands first. */
const WEIGHT: Record<Effect, number> = { restrict: 0, cascade: 1, clear: 2, unlist: 2 };

const weightOf = ({ uses }: FoundUses): number => Math.min(...uses.map(({ effect }) => WEIGHT[effect]));

/** A row for each content type that may refer to the record. */
function usedByQuery(ways: Way[]): Sql {
  const resources = [...new Set(ways.map((way) => way.of))];
  return sql.join(
    resources.map((of) => branch(of, ways)),
    sql` union all `,
  );
}

function branch(of: Resource, ways: Way[]): Sql {
  const uses = ways.flatMap((way, place) => {
    if (way.of !== of) return [];
    const scope = scopeOf(of.uid);
    return sql`select ${rowId(scope)} as id, ${sql.lit(place)} as way from ${tableOf(scope)} where ${way.holds(scope, ROW)}`;
  });
  const counts = sql`(select coalesce(json_agg(json_build_object('way', way, 'count', count) order by way), '[]'::json) from (select way, count(*) from used group by way) counts)`;
  const found = object({
    uid: literal(of.uid),
    count: sql`(select count(distinct id) from used)`,
    counts,
    records: firstRecords(of),
  });
  return sql`(with used as materialized (${sql.join(uses, sql` union all `)}) select ${found}::text)`;
}

/** The first records of the content type that are used, in the order of its list. */
function firstRecords(of: Resource): Sql {
  const scope = scopeOf(of.uid);
  const number = column(scope, of.key.attribute);
  const [by, direction] = panelOf(of.uid)?.list.sort ?? [of.key.attribute, 'DESC'];
  const order = sql`${column(scope, by)} ${direction === 'ASC' ? sql`asc` : sql`desc`} nulls last, ${number} desc`;
  const first = sql`select ${namedOf(scope, of)} as named, row_number() over (order by ${order}) as place from ${tableOf(scope)} where ${rowId(scope)} in (select id from used) order by ${order} limit ${sql.lit(SHOWN)}`;
  return sql`(select coalesce(json_agg(${ident('named')} order by place), '[]'::json) from (${first}) first)`;
}
