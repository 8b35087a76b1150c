import type { RecordPosition } from '../../../../../../common/findings';
import { entryOf } from '../../../../../../common/maps';

/** What the input says of a list whose links other records list as well, and what is known of it. */
export interface Side {
  place: RecordPosition;
  /** What the file says. */
  said: number[];
  /** What the last import of the source said; undefined if nobody knows, or none has had the record. */
  base: number[] | undefined;
  /** What that import has written instead, because of what other records said. */
  written?: number[];
  stored: number[];
  /** What is decided of it: whether the file wins. */
  decision?: boolean;
  /** What the file and the last import say of it, once the records on the other side are heard; absent where these say the same. */
  agreed?: { said: number[]; base: number[] | undefined };
}

/** Sides by public id. */
export type Sides = Map<number, Side>;

/** Why a link is made, or not made, of which the two records say different things. */
export type Verdict = 'new' | 'newer' | 'both' | 'neither' | 'decided';

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
 * it is stored. What is decided of one of them holds for both. Sets `agreed` of those that do not get their way.
 */
export function reconcile(ones: Sides, others: Sides): Contradiction[] {
  const found: Contradiction[] = [];
  for (const [first, second] of pairsOf(ones, others)) {
    const [one, other] = [ones.get(first), others.get(second)];
    if (!one || !other) continue;
    const isStored = one.stored.includes(second) || other.stored.includes(first);
    const [a, b] = [viewOf(one, second, isStored), viewOf(other, first, isStored)];
    if (a.said === b.said && (a.base === b.base || a.base === undefined || b.base === undefined)) continue;
    const [isLinked, verdict] = settle(a, b, isStored);
    const isFirstRight =
      a.isDecided !== b.isDecided ? a.isDecided : a.said === b.said ? hasChanged(a) : a.said === isLinked;
    const { base = !isLinked } = isFirstRight ? a : b;
    if (isFirstRight) overrule(other, first, isLinked, base);
    else overrule(one, second, isLinked, base);
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

/** What one record says of a link, and said last; if something is decided of it, what it is to be, and what is stored. */
interface View {
  said: boolean;
  base: boolean | undefined;
  isDecided: boolean;
}

function viewOf(side: Side, publicId: number, isStored: boolean): View {
  const said = side.said.includes(publicId);
  const { decision } = side;
  if (decision !== undefined) return { said: decision ? said : isStored, base: isStored, isDecided: true };
  return { said, base: lastWord(side, publicId), isDecided: false };
}

/**
 * Whether a record said at the last import that a link is there. Where that import made something else of it, because the record on the other
 * side said so, there are two words of the source: to repeat either is nothing new.
 */
function lastWord({ said, base, written }: Side, publicId: number): boolean | undefined {
  const own = base?.includes(publicId);
  return written && written.includes(publicId) !== own ? said.includes(publicId) : own;
}

const hasChanged = ({ said, base }: View): boolean => said !== base;

function settle(a: View, b: View, isStored: boolean): [boolean, Verdict] {
  if (a.isDecided !== b.isDecided) return [a.isDecided ? a.said : b.said, 'decided'];
  if (hasChanged(a) === hasChanged(b)) return hasChanged(a) ? [true, 'both'] : [isStored, 'neither'];
  const right = hasChanged(a) ? a : b;
  return [right.said, right.base === undefined ? 'new' : 'newer'];
}

/** The pairs of records of which either lists the other, or did at the last import; each once. */
function pairsOf(ones: Sides, others: Sides): [number, number][] {
  const pairs = new Map<number, Set<number>>();
  for (const [first, side] of ones)
    for (const second of spokenOf(side)) entryOf(pairs, first, () => new Set()).add(second);
  for (const [second, side] of others)
    for (const first of spokenOf(side)) entryOf(pairs, first, () => new Set()).add(second);
  return [...pairs].flatMap(([first, seconds]) => [...seconds].map((second): [number, number] => [first, second]));
}

const spokenOf = ({ said, base = [], written = [] }: Side): number[] => [...said, ...base, ...written];

function overrule(side: Side, publicId: number, isLinked: boolean, wasLinked: boolean): void {
  const { said, base } = side.agreed ?? { said: side.said, base: lastWords(side) };
  side.agreed = {
    said: withLink(said, publicId, isLinked, side.stored),
    base: base && withLink(base, publicId, wasLinked, side.stored),
  };
}

/** What the last import of the source said of a list, as far as the file does not only repeat what that made of it. */
export function lastWords({ said, base, written, stored }: Side): number[] | undefined {
  if (!base || !written) return base;
  const doubtful = [...base, ...written].filter((each) => base.includes(each) !== written.includes(each));
  return doubtful.reduce((list, each) => withLink(list, each, said.includes(each), stored), base);
}

/** A list with or without a link: a new one stands behind the item that it follows where it is stored, or last. */
export function withLink(list: number[], publicId: number, isLinked: boolean, stored: number[]): number[] {
  if (list.includes(publicId) === isLinked) return list;
  if (!isLinked) return list.filter((each) => each !== publicId);
  const place = stored.indexOf(publicId);
  const before = place < 0 ? list.at(-1) : stored.slice(0, place).findLast((each) => list.includes(each));
  return list.toSpliced(before === undefined ? 0 : list.lastIndexOf(before) + 1, 0, publicId);
}
