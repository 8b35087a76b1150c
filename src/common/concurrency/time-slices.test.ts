import { timeSlices } from './time-slices';

describe('timeSlices', () => {
  it('yields to the event loop after some time, not before', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const yieldToOthers = timeSlices();
    let turns = 0;
    setImmediate(() => {
      turns += 1;
    });
    await yieldToOthers();
    expect(turns).toBe(0);
    jest.advanceTimersByTime(8);
    await yieldToOthers();
    expect(turns).toBe(1);
    jest.useRealTimers();
  });
});
