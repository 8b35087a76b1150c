import type { RowKey, RowPairs, RowsOfTwo } from './row-pairs';

/** How the rows of both are put in order. */
export function orderOf({ base, theirs, sortedBy }: RowsOfTwo, pairs: RowPairs, ownKeys: RowKey[]) {
  const inAll = base.flatMap(({ id }) => pairs.get(id)?.id ?? []).filter((id) => ownKeys.includes(id));
  const own = common(ownKeys, inAll);
  const their = common(
    theirs.map(({ id }) => id),
    inAll,
  );
  const haveTheyMoved = sortedBy === undefined && !isSame(their, inAll);
  const haveIMoved = !isSame(own, inAll);
  const byMe = (mine: RowKey[], others: RowKey[]) => weave(mine, others);
  const byThem = (mine: RowKey[], others: RowKey[]) => weave(others, mine);
  return {
    isOfBoth: haveTheyMoved && haveIMoved && !isSame(own, their),
    mine: haveTheyMoved && !haveIMoved ? byThem : byMe,
    theirs: haveTheyMoved ? byThem : byMe,
  };
}

/** The first list, with what only the second one has after the same row as there. */
function weave(first: RowKey[], second: RowKey[]): RowKey[] {
  const woven = [...first];
  let place = 0;
  for (const key of second) {
    const found = woven.indexOf(key);
    if (found < 0) woven.splice(place, 0, key);
    place = (found < 0 ? place : found) + 1;
  }
  return woven;
}

const common = (list: RowKey[], others: RowKey[]): RowKey[] => list.filter((key) => others.includes(key));

const isSame = (list: RowKey[], other: RowKey[]): boolean => list.every((key, index) => key === other[index]);
