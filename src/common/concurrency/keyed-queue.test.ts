import { openKeyedQueue } from './keyed-queue';

describe('a keyed queue', () => {
  it('runs tasks of one key one at a time, even after a failure; other keys do not wait', async () => {
    const enqueue = openKeyedQueue();
    const log: string[] = [];
    let finish = (): void => undefined;
    const first = enqueue('a', async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      log.push('first');
      throw new Error('no');
    });
    const second = enqueue('a', async () => log.push('second'));
    await enqueue('b', async () => log.push('other'));
    expect(log).toEqual(['other']);
    finish();
    await expect(first).rejects.toThrow('no');
    await second;
    expect(log).toEqual(['other', 'first', 'second']);
  });
});
