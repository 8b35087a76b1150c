import { addMissingPlaces, areUsable } from './add-missing-places';
import { seededRandom } from './seeded-random';

const ties: Record<string, string[]> = { c: ['a', 'b'], d: [] };
const places = addMissingPlaces(
  { a: [0, 0], b: [100, 0], gone: [5, 5] },
  ['a', 'b', 'c', 'd'],
  (key) => ties[key] ?? [],
);

it('keeps the places of known nodes and drops those of missing ones', () => {
  expect([places.a, places.b, places.gone]).toEqual([[0, 0], [100, 0], undefined]);
});

it('places a new node near its neighbours', () => {
  const [x, y] = places.c ?? [Number.NaN, Number.NaN];
  expect(Math.hypot(x - 50, y)).toBeLessThan(60);
  expect(places.d).toBeDefined();
});

it('uses stored places while few nodes lack one', () => {
  expect(areUsable({}, [])).toBe(true);
  expect(areUsable({ a: [0, 0] }, ['a', 'b'])).toBe(false);
  expect(areUsable({ a: [0, 0], b: [0, 0], c: [0, 0], d: [0, 0] }, ['a', 'b', 'c', 'd', 'e'])).toBe(true);
});

it('the same seed gives the same numbers', () => {
  const take = (next: () => number) => Array.from({ length: 50 }, next);
  expect(take(seededRandom(1))).toEqual(take(seededRandom(1)));
  expect(take(seededRandom(1)).every((value) => value >= 0 && value < 1)).toBe(true);
});
