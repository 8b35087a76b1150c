import { remember } from './remember';

it('makes one run serve all who ask while it lasts and shortly after it, and none later', async () => {
  let runs = 0;
  const ask = remember(async () => {
    runs += 1;
    return runs;
  }, 30);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(await ask()).toBe(1);
  let latest = 1;
  while (latest === 1) {
    await new Promise(setImmediate);
    latest = await ask();
  }
  expect(latest).toBe(2);
});
