import { mapInSlices, timeSlices } from './time-slices';

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

describe('mapInSlices', () => {
  it('maps in order, and lets others have their turn in between', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const seen: string[] = [];
    setImmediate(() => seen.push('other'));
    const mapped = await mapInSlices([1, 2, 3], (item) => {
      seen.push(`item ${item}`);
      jest.advanceTimersByTime(1);
      return item * 10;
    });
    expect(mapped).toEqual([10, 20, 30]);
    expect(seen).toEqual(['item 1', 'other', 'item 2', 'item 3']);
    jest.useRealTimers();
  });
});
