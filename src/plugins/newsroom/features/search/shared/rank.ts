import { patternsOf, phraseOf, wordsOf } from './words';

/** How well a search fits what it has found: the smaller, the better. */
export const RANK = { whole: 0, number: 1, begins: 2, other: 3 } as const;

/** How well a search fits one of these names; undefined if none of them has all of its words. */
export function rankIn(names: readonly string[], text: string): number | undefined {
  const phrase = phraseOf(wordsOf(text));
  const patterns = patternsOf(text).map((pattern) => new RegExp(pattern, 'u'));
  const [whole, begins] = [new RegExp(`^${phrase}$`, 'u'), new RegExp(`^${phrase}`, 'u')];
  const ranks = names
    .filter((name) => patterns.every((pattern) => pattern.test(name)))
    .map((name) => (whole.test(name) ? RANK.whole : begins.test(name) ? RANK.begins : RANK.other));
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}
