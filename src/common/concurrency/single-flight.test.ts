import { setImmediate as round } from 'node:timers/promises';
import { singleFlight } from './single-flight';

describe('singleFlight', () => {
  /** Work whose runs end on demand, each with its number, from 1. */
  const work = () => {
    const ends: ((fails?: boolean) => void)[] = [];
    const run = singleFlight(
      () =>
        new Promise<number>((resolve, reject) => {
          const number = ends.length + 1;
          ends.push((fails = false) => (fails ? reject(new Error(`run ${number}`)) : resolve(number)));
        }),
    );
    return { run, ends };
  };

  it('shares the next run between calls during a run', async () => {
    const { run, ends } = work();
    const first = run();
    await round();
    expect(ends).toHaveLength(1);
    const others = [run(), run(), run()];
    ends[0]?.();
    expect(await first).toBe(1);
    await round();
    expect(ends).toHaveLength(2);
    const late = run();
    ends[1]?.();
    expect(await Promise.all(others)).toEqual([2, 2, 2]);
    await round();
    ends[2]?.();
    expect(await late).toBe(3);
  });

  it('shares one run between all calls in the same turn of the event loop', async () => {
    const { run, ends } = work();
    const all = [run(), run()];
    expect(ends).toHaveLength(0);
    await round();
    ends[0]?.();
    expect(await Promise.all(all)).toEqual([1, 1]);
    expect(ends).toHaveLength(1);
  });

  it('continues after a failure', async () => {
    const { run, ends } = work();
    const first = run();
    await round();
    const second = run();
    ends[0]?.(true);
    await expect(first).rejects.toThrow('run 1');
    await round();
    ends[1]?.();
    expect(await second).toBe(2);
  });
});
