import type { JsonObject } from '../../../../../../common/json';
import { compile, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';
import { type EditFacts, facts, isAsked, isCounted } from './counted-changes';

/** Where a record comes from. */
export interface Creation {
  publicId: number;
  /** Whether an import created it. */
  isImported: boolean;
  /** Who has made it by hand. */
  made: EditFacts | null;
  /** Who has brought it back by hand since the last import of it. */
  restored: EditFacts | null;
}

/** Where records come from, as far as history tells: nothing is known of the creation of what it found. One statement, none for none. */
export async function creationsOf(resource: string, publicIds: number[], run: Run): Promise<Map<number, Creation>> {
  if (publicIds.length === 0) return new Map();
  const rows = (await run(creations, { resource, publicIds })) as [Creation & JsonObject][];
  return new Map(rows.map(([row]) => [row.publicId, row]));
}

/** SQL: of the changes that created a record of `r` and that count, the last one of these kinds. */
const lastCreation = (select: Sql, condition: Sql): Sql => sql`(
  select ${select} from rostra_revisions v join rostra_changes c on c.id = v.change
  where v.resource = r.resource and v.number = r.number and v.action = 'create' and ${isCounted(sql`v`)} and ${condition} order by v.change desc limit 1)`;

/** SQL: whether an import that counts has written the record of `v` since, or noted what it says of it. */
const isImportedSince = sql`(
  exists (select from rostra_revisions w join rostra_changes c on c.id = w.change
    where w.resource = v.resource and w.number = v.number and w.change > v.change and c.kind = 'import' and ${isCounted(sql`w`)})
  or exists (select from rostra_given g
    where g.resource = v.resource and g.number = v.number and g.change > v.change
      and (not g.is_own or exists (select from rostra_changes c where c.id = g.change and ${isCounted(sql`g`)}))))`;

const creations = compile(sql`
  select json_build_object('publicId', r.number,
    'isImported', ${lastCreation(sql`true`, sql`c.kind = 'import'`)} is not null,
    'made', ${lastCreation(facts, sql`c.kind not in ('import', 'restore')`)},
    'restored', ${lastCreation(facts, sql`c.kind = 'restore' and not ${isImportedSince}`)})
  from rostra_records r where ${isAsked(sql`r`)}`);
