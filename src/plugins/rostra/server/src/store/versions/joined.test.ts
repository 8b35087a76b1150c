import { joined } from './joined';

describe('joined', () => {
  /** Work that ends when it is told; counts its runs, and answers the number of the run. */
  const work = () => {
    const ends: ((fails?: boolean) => void)[] = [];
    const run = joined(
      () =>
        new Promise<number>((resolve, reject) => {
          const number = ends.length + 1;
          ends.push((fails = false) => (fails ? reject(new Error(`run ${number}`)) : resolve(number)));
        }),
    );
    return { run, ends };
  };

  it('gives those who ask while it runs the next run, which they share', async () => {
    const { run, ends } = work();
    const first = run();
    const others = [run(), run(), run()];
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(await first).toBe(1);
    await new Promise(setImmediate);
    expect(ends).toHaveLength(2);
    const late = run();
    ends[1]?.();
    expect(await Promise.all(others)).toEqual([2, 2, 2]);
    await new Promise(setImmediate);
    ends[2]?.();
    expect(await late).toBe(3);
  });

  it('begins at once when nothing runs, and goes on after a failure', async () => {
    const { run, ends } = work();
    const [first, second] = [run(), run()];
    ends[0]?.(true);
    await expect(first).rejects.toThrow('run 1');
    await new Promise(setImmediate);
    ends[1]?.();
    expect(await second).toBe(2);
    await new Promise(setImmediate);
    const third = run();
    expect(ends).toHaveLength(3);
    ends[2]?.();
    expect(await third).toBe(3);
  });
});
