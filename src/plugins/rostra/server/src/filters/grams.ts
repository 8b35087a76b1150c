import { type Sql, sql } from '../sql/sql';

/**
 * What finds a part of a text by an index, however short the part: the index holds each character of a text and each pair
 * of neighbours. Trigrams (pg_trgm) need three characters, and names of Chinese are searched by one or two.
 *
 * Nothing that `ilike` finds is lost, whatever the language: `ilike` is `lower(text) like lower(pattern)`, and these are
 * the characters of the same two texts. An index is made of what the function was then: a new definition needs a new name.
 */
export const gramFunctions: Sql[] = [
  sql.raw(`
    create or replace function rostra_grams(whole text) returns text[]
    language plpgsql immutable strict parallel safe as $$
    declare
      letters text[] := string_to_array(lower(whole), null);
      grams text[] := letters;
    begin
      for n in 2 .. cardinality(letters) loop
        grams := grams || (letters[n - 1] || letters[n]);
      end loop;
      return grams;
    end $$`),
  // Of a pattern %…%: the pairs of what it looks for, or its only character.
  sql.raw(`
    create or replace function rostra_grams_of_pattern(pattern text) returns text[]
    language plpgsql immutable strict parallel safe as $$
    declare
      part text := regexp_replace(regexp_replace(lower(pattern), '^%|%$', '', 'g'), '\\\\(.)', '\\1', 'g');
      letters text[] := string_to_array(part, null);
    begin
      if cardinality(letters) < 2 then
        return letters;
      end if;
      return array(select letters[n - 1] || letters[n] from generate_series(2, cardinality(letters)) n);
    end $$`),
];

/** What an index for parts of a column is made of. */
export const gramsOf = (column: Sql): Sql => sql`rostra_grams(${column})`;

/**
 * SQL: the text contains what stands between the two `%` of the pattern. A part of one gram needs no second look: the
 * text has it.
 */
export function contains(column: Sql, pattern: Sql): Sql {
  const grams = sql`rostra_grams_of_pattern(${pattern}::text)`;
  return sql`(${gramsOf(column)} @> (select ${grams}) and ((select cardinality(${grams}) = 1) or ${column} ilike ${pattern}))`;
}
