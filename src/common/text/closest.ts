/** How many texts are told. */
const MOST = 3;
/** How alike two texts must be, from 0 to 1: of three characters the one in the middle may be another. */
const LEAST = 0.4;
/** How alike two texts are of which one holds the other, however long it is. */
const HELD = 0.75;

/**
 * Those of some texts that are most like another one, all of them normalised, the best first, three at most: one holds the
 * other, or they share characters and pairs of them (Dice's coefficient), which suits Chinese names better than edit
 * distance.
 */
export function closest(text: string, among: Iterable<string>): string[] {
  const parts = partsOf(text);
  const rated = [...among].flatMap((other) => {
    const rating = likeness(text, parts, other);
    return rating >= LEAST ? [{ other, rating }] : [];
  });
  return rated
    .sort((a, b) => b.rating - a.rating)
    .slice(0, MOST)
    .map(({ other }) => other);
}

function likeness(text: string, parts: Map<string, number>, other: string): number {
  const [short, long] = text.length < other.length ? [text, other] : [other, text];
  const isHeld = short.length > 1 && long.includes(short);
  // Nothing that is much longer or shorter can be like enough.
  if (!isHeld && short.length / long.length < LEAST / 2) return 0;
  const others = partsOf(other);
  let shared = 0;
  for (const [part, count] of others) shared += Math.min(count, parts.get(part) ?? 0);
  const dice = (2 * shared) / (sizeOf(parts) + sizeOf(others));
  return isHeld ? Math.max(dice, HELD) : dice;
}

/** Characters and pairs of neighbours, with how often each occurs. */
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
