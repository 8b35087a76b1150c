import { askAhead, forgetAhead, takeAhead } from './ahead';

const answering =
  (data: unknown) =>
  <T>(): Promise<{ data: T }> =>
    Promise.resolve({ data: data as T });

describe('an answer that is asked for ahead', () => {
  afterEach(() => jest.useRealTimers());

  it('is taken once, by whoever wants this path', async () => {
    askAhead('/a', answering(1));
    expect(takeAhead('/b')).toBeUndefined();
    await expect(takeAhead('/a')).resolves.toEqual({ data: 1 });
    expect(takeAhead('/a')).toBeUndefined();
  });

  it('gives way to a later one', () => {
    askAhead('/a', answering(1));
    askAhead('/b', answering(2));
    expect(takeAhead('/a')).toBeUndefined();
    expect(takeAhead('/b')).toBeDefined();
  });

  it('is forgotten when something changes', () => {
    askAhead('/a', answering(1));
    forgetAhead();
    expect(takeAhead('/a')).toBeUndefined();
  });

  it('is not taken when it is old', () => {
    jest.useFakeTimers();
    askAhead('/a', answering(1));
    jest.advanceTimersByTime(11_000);
    expect(takeAhead('/a')).toBeUndefined();
  });

  it('tells of its failure only whoever takes it', async () => {
    askAhead('/a', () => Promise.reject(new Error('gone')));
    await expect(takeAhead('/a')).rejects.toThrow('gone');
    const unhandled = jest.fn();
    process.on('unhandledRejection', unhandled);
    askAhead('/a', () => Promise.reject(new Error('gone')));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
