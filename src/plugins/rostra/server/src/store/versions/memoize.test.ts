import type { Versions } from './look-up';
import { memoizeByVersion } from './memoize';

describe('memoizeByVersion', () => {
  const at = (version: string): Versions => ({ forTables: () => version, total: version });

  /** A memoized function that returns these results in turn, and counts its runs. */
  function memoized(...results: (string | undefined | Error)[]) {
    const cached = memoizeByVersion<string>(() => ['table'], 2);
    const runs = { count: 0 };
    const call = (version = '1', key = 'key') =>
      cached(key, at(version), async () => {
        const next = results[runs.count];
        runs.count += 1;
        if (next instanceof Error) throw next;
        return next;
      });
    return { call, runs };
  }

  it('runs once for repeated and concurrent calls', async () => {
    const { call, runs } = memoized('a', 'b');
    expect(await Promise.all([call(), call()])).toEqual(['a', 'a']);
    expect(await call()).toBe('a');
    expect(runs.count).toBe(1);
  });

  it('runs again for another version or key', async () => {
    const { call } = memoized('a', 'b', 'c');
    expect([await call('1'), await call('2'), await call('2', 'other'), await call('2')]).toEqual(['a', 'b', 'c', 'b']);
  });

  it('caches neither failures nor undefined', async () => {
    const { call, runs } = memoized(new Error('lost'), undefined, 'a');
    await expect(call()).rejects.toThrow('lost');
    expect(await call()).toBeUndefined();
    expect(await call()).toBe('a');
    expect(await call()).toBe('a');
    expect(runs.count).toBe(3);
  });

  it('keeps a newer result when an older run fails', async () => {
    const { call, runs } = memoized(new Error('lost'), 'b');
    const older = call('1');
    const newer = call('2');
    await expect(older).rejects.toThrow('lost');
    expect([await newer, await call('2'), runs.count]).toEqual(['b', 'b', 2]);
  });

  it('evicts the least recently used result', async () => {
    const { call, runs } = memoized('a', 'b', 'c', 'd');
    for (const key of ['1', '2', '1', '3', '1']) await call('1', key);
    expect(runs.count).toBe(3);
    expect(await call('1', '2')).toBe('d');
  });
});
