import { type Part, relationsBehind } from '../resource/title';
import { columnOf, relationOf } from '../sql/model';
import type { Scope } from '../sql/scope';
import { id, type Sql, sql, text } from '../sql/sql';

/** SQL: a part of the title of the scope's row. Aliases are fixed, so that equal titles have equal texts. */
export function readPart(part: Part, row: Scope): Sql {
  const own = (attribute: string): Sql => id(row.alias, columnOf(row.model, attribute));
  const all = (parts: Part[]): Sql => sql.join(parts.map((each) => readPart(each, row)));
  if (typeof part === 'string') return sql`nullif(btrim(translate(${own(part)}::text, e'\\n\\r\\t', '   ')), '')`;
  // The intended day: the nearest midnight in UTC.
  if ('day' in part) return sql`to_char(${own(part.day)} + interval '12 hours', 'YYYY-MM-DD')`;
  if ('behind' in part) return readBehind(part, row);
  if ('either' in part) return sql`coalesce(${all(part.either)})`;
  if ('joined' in part) return sql`nullif(concat_ws(' · ', ${all(part.joined)}), '')`;
  if ('whether' in part) return sql`case when ${own(part.whether)} then ${text(part.yes)} else ${text(part.no)} end`;
  if ('short' in part) return sql`rostra_short(${readPart(part.short, row)}, ${sql.lit(part.length)})`;
  const pieces = part.words.flatMap((words, index) => {
    const between = part.between[index];
    return [...(words ? [text(words)] : []), ...(between === undefined ? [] : [readPart(between, row)])];
  });
  return sql`(${sql.join(pieces, sql` || `)})`;
}

function readBehind({ behind, part }: { behind: string; part: Part }, row: Scope): Sql {
  if (relationsBehind(part).size > 0)
    throw new Error(`a title reads no further than the record related by "${behind}"`);
  const { table, source, target, to } = relationOf(row.model, behind);
  const found = readPart(part, { model: to, alias: 'behind' });
  return sql`(select ${found} from ${id(table)} link join ${id(to.tableName)} behind on behind.id = ${id('link', target)} where ${id('link', source)} = ${id(row.alias, 'id')} limit 1)`;
}

/** Truncates long texts. */
export const shorten = sql`
create or replace function rostra_short(value text, longest int) returns text language sql immutable as ${sql.lit(
  `select case when length(value) > longest then left(value, longest - 1) || '…' else value end`,
)}`;
