import { memoizeFor } from './memoize';

it('shares a run with all calls during it and shortly after, but not with later ones', async () => {
  let runs = 0;
  const call = memoizeFor(async () => {
    runs += 1;
    return runs;
  }, 30);
  expect(await Promise.all([call(), call(), call()])).toEqual([1, 1, 1]);
  expect(await call()).toBe(1);
  let latest = 1;
  while (latest === 1) {
    await new Promise(setImmediate);
    latest = await call();
  }
  expect(latest).toBe(2);
});
