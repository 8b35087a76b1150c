import type { RecordPosition } from '../../../../../../common/findings';
import { entryOf } from '../../../../../../common/maps';

/** What the input says of a list whose links other records list as well, and what is known of it. */
export interface Side {
  place: RecordPosition;
  /** What the file says. */
  said: number[];
  /** What the last import of the source said; undefined if nobody knows, or none has had the record. */
  base: number[] | undefined;
  stored: number[];
  /** What the file and the last import say of it, once the records on the other side are heard; absent where these say the same. */
  agreed?: { said: number[]; base: number[] | undefined };
}

/** Sides by public id. */
export type Sides = Map<number, Side>;

/** Why a link is made, or not made, of which the two records say different things. */
export type Verdict = 'newer' | 'both' | 'neither';

/** A link of which the two records that it joins say different things. */
export interface Contradiction {
  /** The record that does not get its way, and the other one. */
  loser: number;
  winner: number;
  /** Which of the two is of the first resource. */
  isLoserFirst: boolean;
  isLinked: boolean;
  verdict: Verdict;
}

/**
 * Reconciles what two resources of an input say of the links between them. Of two records that say different things, the one counts that
 * has changed what it says since the last import. If both have, or are new, a link that either lists is made; if neither has, it stays as
 * it is stored. Sets `agreed` of those that do not get their way.
 */
export function reconcile(ones: Sides, others: Sides): Contradiction[] {
  const found: Contradiction[] = [];
  for (const [first, second] of pairsOf(ones, others)) {
    const [one, other] = [ones.get(first), others.get(second)];
    if (!one || !other) continue;
    const [a, b] = [views(one, second), views(other, first)];
    if (a.said === b.said && (a.base === b.base || a.base === undefined || b.base === undefined)) continue;
    const isStored = one.stored.includes(second) || other.stored.includes(first);
    const [isLinked, verdict] = settle(a, b, isStored);
    const isFirstRight = a.said === b.said ? hasChanged(a) : a.said === isLinked;
    const { base } = isFirstRight ? a : b;
    if (isFirstRight) overrule(other, first, isLinked, base ?? !isLinked);
    else overrule(one, second, isLinked, base ?? !isLinked);
    if (a.said !== b.said)
      found.push({
        ...(isFirstRight ? { loser: second, winner: first } : { loser: first, winner: second }),
        isLoserFirst: !isFirstRight,
        isLinked,
        verdict,
      });
  }
  return found;
}

/** What one record says of a link, and said last. */
interface View {
  said: boolean;
  base: boolean | undefined;
}

const views = ({ said, base }: Side, publicId: number): View => ({
  said: said.includes(publicId),
  base: base?.includes(publicId),
});

const hasChanged = ({ said, base }: View): boolean => said !== base;

function settle(a: View, b: View, isStored: boolean): [boolean, Verdict] {
  if (hasChanged(a) !== hasChanged(b)) return [hasChanged(a) ? a.said : b.said, 'newer'];
  return hasChanged(a) ? [true, 'both'] : [isStored, 'neither'];
}

/** The pairs of records of which either lists the other, or did at the last import; each once. */
function pairsOf(ones: Sides, others: Sides): [number, number][] {
  const pairs = new Map<number, Set<number>>();
  for (const [first, side] of ones)
    for (const second of [...side.said, ...(side.base ?? [])]) entryOf(pairs, first, () => new Set()).add(second);
  for (const [second, side] of others)
    for (const first of [...side.said, ...(side.base ?? [])]) entryOf(pairs, first, () => new Set()).add(second);
  return [...pairs].flatMap(([first, seconds]) => [...seconds].map((second): [number, number] => [first, second]));
}

function overrule(side: Side, publicId: number, isLinked: boolean, wasLinked: boolean): void {
  const { said, base } = side.agreed ?? side;
  side.agreed = {
    said: withLink(said, publicId, isLinked, side.stored),
    base: base && withLink(base, publicId, wasLinked, side.stored),
  };
}

/** A list with or without a link: a new one stands behind the item that it follows where it is stored, or last. */
export function withLink(list: number[], publicId: number, isLinked: boolean, stored: number[]): number[] {
  if (list.includes(publicId) === isLinked) return list;
  if (!isLinked) return list.filter((each) => each !== publicId);
  const place = stored.indexOf(publicId);
  const before = place < 0 ? list.at(-1) : stored.slice(0, place).findLast((each) => list.includes(each));
  return list.toSpliced(before === undefined ? 0 : list.lastIndexOf(before) + 1, 0, publicId);
}
