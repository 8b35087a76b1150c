import { timeSlices } from './time-slices';

const busyFor = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

describe('long work', () => {
  it('lets others have their turn once it has gone on for some time, not before', async () => {
    const letOthers = timeSlices();
    let turns = 0;
    setImmediate(() => {
      turns += 1;
    });
    await letOthers();
    expect(turns).toBe(0);
    busyFor(20);
    await letOthers();
    expect(turns).toBe(1);
  });
});
