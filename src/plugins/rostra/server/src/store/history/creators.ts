import type { JsonObject } from '../../../../../../common/json';
import { compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';
import { type EditFacts, facts, isAsked, isCounted, isNoteCounted } from './counted-changes';
import { OF_SOURCE } from './given';

/** Where a record comes from. */
export interface Creation {
  publicId: number;
  /** Whether an import created it last. */
  isImported: boolean;
  /** Who has made it by hand; also by bringing back what an import had created that is undone. */
  made: EditFacts | null;
  /** Who has brought it back by hand since an import from the source has last had it. */
  restored: EditFacts | null;
}

/** The records of one kind that a source knows. */
interface SourceOfResource {
  /** The resource's name. */
  resource: string;
  sourceName: string;
}

/** Where records come from, as far as history tells: nothing is known of the creation of what it found. One statement, none for none. */
export async function creationsOf(
  source: SourceOfResource,
  publicIds: number[],
  run: Run,
): Promise<Map<number, Creation>> {
  if (publicIds.length === 0) return new Map();
  const rows = (await run(creations, parametersOf(source, publicIds))) as [Creation & JsonObject][];
  return new Map(rows.map(([row]) => [row.publicId, row]));
}

/** Those of some records that people have brought back since an import from the source has noted that it has them. One statement, none for none. */
export async function restoredSince(source: SourceOfResource, publicIds: number[], run: Run): Promise<Set<number>> {
  if (publicIds.length === 0) return new Set();
  const rows = await run(restored, parametersOf(source, publicIds));
  return new Set(rows.map(([publicId]) => publicId as number));
}

const parametersOf = ({ resource, sourceName }: SourceOfResource, publicIds: number[]) => ({
  ...{ resource, publicIds, ofSource: OF_SOURCE + sourceName },
});

/** SQL: the last change that created a record of `r`, counts, and is of these kinds. */
const lastCreation = (condition: Sql): Sql => sql`(
  select v.resource, v.number, v.change, c.kind, ${facts} as facts from rostra_revisions v join rostra_changes c on c.id = v.change
  where v.resource = r.resource and v.number = r.number and v.action = 'create' and ${isCounted(sql`v`)} and ${condition} order by v.change desc limit 1)`;

/**
 * SQL: whether an import from the source that counts has had the record of a row since its change. What is noted without a change of its own
 * bears the number of the last one before.
 */
const isNotedSince = (alias: Sql): Sql => sql`exists (select from rostra_given g
  where g.resource = ${alias}.resource and g.number = ${alias}.number and g.field = ${parameter('ofSource')}::text and g.change >= ${alias}.change and ${isNoteCounted(sql`g`)})`;

const creations = compile(sql`
  select json_build_object('publicId', r.number,
    'isImported', coalesce(origin.kind = 'import', false),
    'made', case when origin.kind <> 'import' then origin.facts when origin.kind is null and r.found is null then last.facts end,
    'restored', case when last.kind = 'restore' and not ${isNotedSince(sql`last`)} then last.facts end)
  from rostra_records r
  left join lateral ${lastCreation(sql`true`)} last on true
  left join lateral ${lastCreation(sql`c.kind <> 'restore'`)} origin on true
  where ${isAsked(sql`r`)}`);

const restored = compile(sql`
  select last.number from (
    select v.resource, v.number, max(v.change) as change from rostra_revisions v join rostra_changes c on c.id = v.change
    where ${isAsked(sql`v`)} and v.action = 'create' and c.kind = 'restore' and ${isCounted(sql`v`)} group by v.resource, v.number) last
  where not ${isNotedSince(sql`last`)}`);
