import { relatedAttributes, type TitlePart } from '../resource/title';
import { columnOf, relationOf } from '../sql/model';
import type { Scope } from '../sql/scope';
import { ident, literal, type Sql, sql } from '../sql/sql';

/** SQL: a part of the title of the scope's row. Aliases are fixed, so that equal titles have equal texts. */
export function readPart(part: TitlePart, row: Scope): Sql {
  const own = (attribute: string): Sql => ident(row.alias, columnOf(row.model, attribute));
  const all = (parts: TitlePart[]): Sql => sql.join(parts.map((each) => readPart(each, row)));
  if (typeof part === 'string') return sql`nullif(btrim(translate(${own(part)}::text, e'\\n\\r\\t', '   ')), '')`;
  // The intended day: the nearest midnight in UTC.
  if ('day' in part) return sql`to_char(${own(part.day)} + interval '12 hours', 'YYYY-MM-DD')`;
  if ('related' in part) return readRelated(part, row);
  if ('firstOf' in part) return sql`coalesce(${all(part.firstOf)})`;
  if ('join' in part) return sql`nullif(concat_ws(' · ', ${all(part.join)}), '')`;
  if ('boolean' in part)
    return sql`case when ${own(part.boolean)} then ${literal(part.yes)} else ${literal(part.no)} end`;
  if ('truncate' in part) return sql`rostra_short(${readPart(part.truncate, row)}, ${sql.lit(part.length)})`;
  const pieces = part.words.flatMap((words, index) => {
    const between = part.between[index];
    return [...(words ? [literal(words)] : []), ...(between === undefined ? [] : [readPart(between, row)])];
  });
  return sql`(${sql.join(pieces, sql` || `)})`;
}

function readRelated({ related, part }: { related: string; part: TitlePart }, row: Scope): Sql {
  if (relatedAttributes(part).size > 0)
    throw new Error(`a title reads no further than the record related by "${related}"`);
  const { table, source, target, to } = relationOf(row.model, related);
  const found = readPart(part, { model: to, alias: 'behind' });
  return sql`(select ${found} from ${ident(table)} link join ${ident(to.tableName)} behind on behind.id = ${ident('link', target)} where ${ident('link', source)} = ${ident(row.alias, 'id')} limit 1)`;
}

/** Truncates long texts. */
export const shorten = sql`
create or replace function rostra_short(value text, longest int) returns text language sql immutable as ${sql.lit(
  `select case when length(value) > longest then left(value, longest - 1) || '…' else value end`,
)}`;
