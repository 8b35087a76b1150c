import { timeSlices } from './time-slices';

const busyFor = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

describe('timeSlices', () => {
  it('yields to the event loop after some time, not before', async () => {
    const yieldToOthers = timeSlices();
    let turns = 0;
    setImmediate(() => {
      turns += 1;
    });
    await yieldToOthers();
    expect(turns).toBe(0);
    busyFor(20);
    await yieldToOthers();
    expect(turns).toBe(1);
  });
});
