import { type Sql, sql } from '../sql/sql';

/**
 * Functions for an index that finds parts of a text, however short: it holds every character and every pair of adjacent
 * characters. Trigrams (pg_trgm) need three characters, but Chinese names are searched by one or two.
 *
 * Finds everything that `ilike` finds, in any language: `ilike` is `lower(text) like lower(pattern)`, and the grams are
 * characters of the same two texts. An existing index keeps the results of the old function: a new definition needs a new
 * name.
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
  // For a pattern %…%: its pairs of characters, or its only character.
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

/** The indexed expression of a column. */
export const gramsOf = (column: Sql): Sql => sql`rostra_grams(${column})`;

/**
 * SQL: the text contains what is between the two `%` of the pattern. A pattern of one gram needs no recheck with `ilike`:
 * the index is exact.
 */
export function contains(column: Sql, pattern: Sql): Sql {
  const grams = sql`rostra_grams_of_pattern(${pattern}::text)`;
  return sql`(${gramsOf(column)} @> (select ${grams}) and ((select cardinality(${grams}) = 1) or ${column} ilike ${pattern}))`;
}
