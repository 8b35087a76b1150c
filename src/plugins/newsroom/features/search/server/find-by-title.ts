import { column, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { all, any, literal, type Sql, sql } from '../../../../rostra/server/src/sql/sql';
import { runOnce } from '../../../../rostra/server/src/store/database';
import { MAX_OF_KIND } from '../shared/found';
import { wordsWithin } from '../shared/kind-words';
import { RANK } from '../shared/rank';
import { digitsOf, patternsOf, phraseOf, wordsOf } from '../shared/words';
import type { Finder, Hit, SearchedKind } from './finder';

/** The most records that a search finds. */
const MAX_FOUND = 30;

/**
 * Finds records by their titles and public identifiers: all words of the text, in any order and writing. A word that is the name of a content
 * type also stands for its records, next to others: 「議案 115」.
 */
export const findByTitle: Finder = async (text, kinds, run) => {
  if (kinds.length === 0 || wordsOf(text).length === 0) return { hits: [], more: [] };
  const branches = kinds.map((kind) => branch(kind, wordsWithin(text, kind.panel)));
  const rows = (await runOnce(run, sql.join(branches, sql` union all `))) as [string, string, number, number][];
  const ordered = inOrder(kinds);
  const found = rows
    .map(([uid, documentId, rank, length]) => ({ uid, documentId, rank, length, place: ordered.indexOf(uid) }))
    .sort((a, b) => a.rank - b.rank || a.place - b.place || a.length - b.length)
    .map(({ uid, documentId, rank }): Hit => ({ uid, documentId, rank }));
  const isOf = (uid: string) => (hit: Hit) => hit.uid === uid;
  const more = ordered.filter(
    (uid) => found.filter(isOf(uid)).length === MAX_OF_KIND || found.slice(MAX_FOUND).some(isOf(uid)),
  );
  return { hits: found.slice(0, MAX_FOUND), more };
};

/** Content types in the order of what they find: as they are declared, so that people come before bills, and helpers last. */
const inOrder = (kinds: SearchedKind[]): string[] =>
  [...kinds.filter(({ panel }) => !panel.helper), ...kinds.filter(({ panel }) => panel.helper)].map(
    ({ panel }) => panel.uid,
  );

/** SQL: the records of a content type that a search fits best, with rank and length of title. */
function branch({ panel, resource, hasNumbers }: SearchedKind, words: string[]): Sql {
  const scope = scopeOf(panel.uid);
  const [title, number] = [sql`${column(scope, panel.main)}::text`, column(scope, resource.key.attribute)];
  const matches = (pattern: string) => sql`${title} ~ ${pattern}::text`;
  const isNumber = (word: string) => {
    const digits = hasNumbers ? digitsOf(word) : undefined;
    return digits === undefined ? [] : [sql`${number} = ${digits}::bigint`];
  };
  const patterns = patternsOf(words.join(' '));
  const conditions = words.map((word, index) => any([matches(patterns[index] ?? ''), ...isNumber(word)]));
  const phrase = phraseOf(words);
  const ranks = [
    sql`when ${matches(`^${phrase}$`)} then ${sql.lit(RANK.whole)}`,
    ...words.flatMap(isNumber).map((is) => sql`when ${is} then ${sql.lit(RANK.number)}`),
    sql`when ${matches(`^${phrase}`)} then ${sql.lit(RANK.begins)}`,
  ];
  const rank = sql`case ${sql.join(ranks, sql` `)} else ${sql.lit(RANK.other)} end`;
  return sql`(select ${literal(panel.uid)}, ${column(scope, 'documentId')}, ${rank}, length(${title}) from ${tableOf(scope)} where ${all(conditions)} order by 3, 4 nulls last, ${number} desc limit ${sql.lit(MAX_OF_KIND)})`;
}
