import { openKeyedQueue } from './keyed-queue';

describe('turns', () => {
  it('come one after the other for one name, also after a failure; other names do not wait', async () => {
    const enqueue = openKeyedQueue();
    const told: string[] = [];
    let finish = (): void => undefined;
    const first = enqueue('a', async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      told.push('first');
      throw new Error('no');
    });
    const second = enqueue('a', async () => told.push('second'));
    await enqueue('b', async () => told.push('other'));
    expect(told).toEqual(['other']);
    finish();
    await expect(first).rejects.toThrow('no');
    await second;
    expect(told).toEqual(['other', 'first', 'second']);
  });
});
