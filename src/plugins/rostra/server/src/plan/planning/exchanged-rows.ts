import { textOfValue } from '../../../../../../common/json';
import type { Field } from '../../fields/field';
import { type Gap, gapsBetween, isSimilar, type RowPairs, type StoredRow } from '../../guard/row-pairs';

/** The rows of one side, and which of them were there before. */
export interface Side {
  after: StoredRow[];
  pairs: RowPairs;
}

/**
 * Whether both sides have put something else in place of a row that neither has any more: it may be that row, changed by both. That is what stands
 * in its place or is similar; where one of them has moved rows, or where what they say orders them, anything.
 */
export function isExchanged(
  before: StoredRow[],
  sides: readonly [Side, Side],
  { sortedBy }: Pick<Field, 'sortedBy'>,
): boolean {
  const [ours, theirs] = sides.map(addedTo) as [StoredRow[], StoredRow[]];
  if (!hasOwn(ours, theirs) || !hasOwn(theirs, ours)) return false;
  const gone = before.filter(({ id }) => sides.every(({ pairs }) => !pairs.has(id)));
  if (sortedBy !== undefined || !sides.every((side) => isInOrder(before, side))) return gone.length > 0;
  const [ourGaps, theirGaps] = sides.map(({ after, pairs }) => gapsBetween(before, after, pairs)) as [Gap[], Gap[]];
  return gone.some((row) => {
    const [our, their] = [successorsOf(row, ours, ourGaps), successorsOf(row, theirs, theirGaps)];
    return hasOwn(our, their) && hasOwn(their, our);
  });
}

/** The rows that were not there before. */
function addedTo({ after, pairs }: Side): StoredRow[] {
  const former = new Set(pairs.values());
  return after.filter((row) => !former.has(row));
}

/** The added rows that may have been made of a row. */
function successorsOf(row: StoredRow, added: StoredRow[], gaps: Gap[]): StoredRow[] {
  const inPlace = new Set(gaps.find(({ run }) => run.includes(row))?.others);
  return added.filter((each) => inPlace.has(each) || isSimilar(row, each));
}

/** Whether the rows that were there before are in the same order. */
function isInOrder(before: StoredRow[], { after, pairs }: Side): boolean {
  const places = new Map(after.map((row, place) => [row, place]));
  const kept = before.flatMap(({ id }) => places.get(pairs.get(id) as StoredRow) ?? []);
  return kept.every((place, index) => index === 0 || place > (kept[index - 1] ?? 0));
}

function hasOwn(rows: StoredRow[], others: StoredRow[]): boolean {
  const texts = new Set(others.map(({ row }) => textOfValue(row)));
  return rows.some(({ row }) => !texts.has(textOfValue(row)));
}
