import { memoizeFor } from './memoize';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('shares a run with all calls during it and shortly after, but not with later ones', async () => {
  let runs = 0;
  const call = memoizeFor(async () => {
    runs += 1;
    return runs;
  }, 30);
  expect(await Promise.all([call(), call(), call()])).toEqual([1, 1, 1]);
  jest.advanceTimersByTime(29);
  expect(await call()).toBe(1);
  jest.advanceTimersByTime(1);
  expect(await call()).toBe(2);
});
