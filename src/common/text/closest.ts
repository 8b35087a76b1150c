/** The maximum number of results. */
const MAX_RESULTS = 3;
/** The minimum similarity, from 0 to 1: texts of three characters may differ in the middle one. */
const MIN_SIMILARITY = 0.4;
/** The minimum similarity of two texts if one contains the other. */
const CONTAINED_SIMILARITY = 0.75;

/**
 * The candidates most similar to a text, the best first, three at most; all texts must be normalised. Texts are similar if one
 * contains the other, or if they share characters and pairs of characters (Dice's coefficient), which suits Chinese names better
 * than edit distance.
 */
export function closest(text: string, candidates: Iterable<string>): string[] {
  const parts = partsOf(text);
  const rated = [...candidates].flatMap((other) => {
    const rating = similarity(text, parts, other);
    return rating >= MIN_SIMILARITY ? [{ other, rating }] : [];
  });
  return rated
    .sort((a, b) => b.rating - a.rating)
    .slice(0, MAX_RESULTS)
    .map(({ other }) => other);
}

function similarity(text: string, parts: Map<string, number>, other: string): number {
  const [short, long] = text.length < other.length ? [text, other] : [other, text];
  const isContained = short.length > 1 && long.includes(short);
  // Skips texts whose lengths differ too much to be similar.
  if (!isContained && short.length / long.length < MIN_SIMILARITY / 2) return 0;
  const others = partsOf(other);
  let shared = 0;
  for (const [part, count] of others) shared += Math.min(count, parts.get(part) ?? 0);
  const dice = (2 * shared) / (sizeOf(parts) + sizeOf(others));
  return isContained ? Math.max(dice, CONTAINED_SIMILARITY) : dice;
}

/** The characters and pairs of adjacent characters, each with its number of occurrences. */
function partsOf(text: string): Map<string, number> {
  const parts = new Map<string, number>();
  let before = '';
  for (const character of text) {
    for (const part of before === '' ? [character] : [character, before + character])
      parts.set(part, (parts.get(part) ?? 0) + 1);
    before = character;
  }
  return parts;
}

const sizeOf = (parts: Map<string, number>): number => {
  let size = 0;
  for (const count of parts.values()) size += count;
  return size;
};
