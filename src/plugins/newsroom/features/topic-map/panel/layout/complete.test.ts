import { complete, isOfUse } from './complete';
import { seeded } from './seeded';

const ties: Record<string, string[]> = { c: ['a', 'b'], d: [] };
const places = complete({ a: [0, 0], b: [100, 0], gone: [5, 5] }, ['a', 'b', 'c', 'd'], (key) => ties[key] ?? []);

it('what has a place keeps it; what is gone loses it', () => {
  expect([places.a, places.b, places.gone]).toEqual([[0, 0], [100, 0], undefined]);
});

it('what is new comes near what it is tied to', () => {
  const [x, y] = places.c ?? [Number.NaN, Number.NaN];
  expect(Math.hypot(x - 50, y)).toBeLessThan(60);
  expect(places.d).toBeDefined();
});

it('kept places are of use while few nodes lack one', () => {
  expect(isOfUse({}, [])).toBe(true);
  expect(isOfUse({ a: [0, 0] }, ['a', 'b'])).toBe(false);
  expect(isOfUse({ a: [0, 0], b: [0, 0], c: [0, 0], d: [0, 0] }, ['a', 'b', 'c', 'd', 'e'])).toBe(true);
});

it('the same seed gives the same numbers', () => {
  const take = (next: () => number) => Array.from({ length: 50 }, next);
  expect(take(seeded(1))).toEqual(take(seeded(1)));
  expect(take(seeded(1)).every((value) => value >= 0 && value < 1)).toBe(true);
});
