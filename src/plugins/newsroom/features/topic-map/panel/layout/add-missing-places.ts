import type { Places } from './messages';

/** A larger share of new nodes than this needs a new layout. */
const MAX_NEW_SHARE = 0.2;
const STEP = 46;

/** Returns whether enough of these nodes have a stored place. */
export function areUsable(stored: Places, keys: string[]): boolean {
  const missing = keys.filter((key) => !stored[key]).length;
  return missing <= keys.length * MAX_NEW_SHARE;
}

/** Places nodes without a stored place near their neighbours; the others keep theirs. */
export function addMissingPlaces(
  stored: Places,
  keys: string[],
  neighboursOf: (key: string) => Iterable<string>,
): Places {
  const places: Places = {};
  for (const key of keys) if (stored[key]) places[key] = stored[key];
  const edge = Math.max(0, ...Object.values(places).map(([, y]) => y));
  let added = 0;
  for (const key of keys.filter((each) => !places[each])) {
    const near = [...neighboursOf(key)].map((each) => places[each]).filter((place) => place !== undefined);
    added += 1;
    // The golden angle keeps neighbours of the same node apart.
    const turn = added * 2.4;
    const [x, y] = near.length > 0 ? middle(near) : [added * STEP, edge + 2 * STEP];
    places[key] = [Math.round(x + STEP * Math.cos(turn)), Math.round(y + STEP * Math.sin(turn))];
  }
  return places;
}

const middle = (places: [number, number][]): [number, number] => [
  places.reduce((sum, [x]) => sum + x, 0) / places.length,
  places.reduce((sum, [, y]) => sum + y, 0) / places.length,
];
