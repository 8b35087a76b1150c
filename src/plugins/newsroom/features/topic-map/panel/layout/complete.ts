import type { Places } from './messages';

/** More new nodes than this share of all are worth a new layout. */
const MOST_NEW = 0.2;
const STEP = 46;

/** Whether the kept places are of use for these nodes. */
export function isOfUse(kept: Places, keys: string[]): boolean {
  const missing = keys.filter((key) => !kept[key]).length;
  return missing <= keys.length * MOST_NEW;
}

/** Gives nodes without a place one beside what they are tied to; the others stay where they are. */
export function complete(kept: Places, keys: string[], neighboursOf: (key: string) => Iterable<string>): Places {
  const places: Places = {};
  for (const key of keys) if (kept[key]) places[key] = kept[key];
  const edge = Math.max(0, ...Object.values(places).map(([, y]) => y));
  let added = 0;
  for (const key of keys.filter((each) => !places[each])) {
    const near = [...neighboursOf(key)].map((each) => places[each]).filter((place) => place !== undefined);
    added += 1;
    // A turn of the golden angle, so that those beside the same node do not cover each other.
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
