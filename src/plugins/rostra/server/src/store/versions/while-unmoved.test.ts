import type { Versions } from './look-up';
import { whileUnmoved } from './while-unmoved';

describe('whileUnmoved', () => {
  const at = (version: string): Versions => ({ of: () => version, total: version });

  /** What is asked, with what is made of it in turn; counts how often something is made. */
  function asked(...made: (string | undefined | Error)[]) {
    const remembered = whileUnmoved<string>(() => ['table'], 2);
    const seen = { times: 0 };
    const ask = (version = '1', key = 'key') =>
      remembered(key, at(version), async () => {
        const next = made[seen.times];
        seen.times += 1;
        if (next instanceof Error) throw next;
        return next;
      });
    return { ask, seen };
  }

  it('makes once what is asked for, also at the same time', async () => {
    const { ask, seen } = asked('a', 'b');
    expect(await Promise.all([ask(), ask()])).toEqual(['a', 'a']);
    expect(await ask()).toBe('a');
    expect(seen.times).toBe(1);
  });

  it('makes anew at another version, and for another key', async () => {
    const { ask } = asked('a', 'b', 'c');
    expect([await ask('1'), await ask('2'), await ask('2', 'other'), await ask('2')]).toEqual(['a', 'b', 'c', 'b']);
  });

  it('remembers no failure, and not that there is nothing', async () => {
    const { ask, seen } = asked(new Error('lost'), undefined, 'a');
    await expect(ask()).rejects.toThrow('lost');
    expect(await ask()).toBeUndefined();
    expect(await ask()).toBe('a');
    expect(await ask()).toBe('a');
    expect(seen.times).toBe(3);
  });

  it('keeps what is newer when the older one fails', async () => {
    const { ask, seen } = asked(new Error('lost'), 'b');
    const older = ask('1');
    const newer = ask('2');
    await expect(older).rejects.toThrow('lost');
    expect([await newer, await ask('2'), seen.times]).toEqual(['b', 'b', 2]);
  });

  it('forgets first what was asked for longest ago', async () => {
    const { ask, seen } = asked('a', 'b', 'c', 'd');
    for (const key of ['1', '2', '1', '3', '1']) await ask('1', key);
    expect(seen.times).toBe(3);
    expect(await ask('1', '2')).toBe('d');
  });
});
