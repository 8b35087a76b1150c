import { together } from './chunks';

async function* from<T>(items: T[]): AsyncIterable<T> {
  yield* items;
}

async function all<T>(given: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of given) found.push(each);
  return found;
}

describe('together', () => {
  it('puts 500 items together, and the rest', async () => {
    const some = await all(together(from(Array.from({ length: 1_001 }, (_, index) => index)), { text: () => null }));
    expect(some.map(({ length }) => length)).toEqual([500, 500, 1]);
    expect(some.flat()[1_000]).toBe(1_000);
  });

  it('counts the text of nested values', async () => {
    const long = { rows: [{ content: '字'.repeat(3_000_000) }] };
    const some = await all(together(from([long, long, long, {}]), { text: (item) => item }));
    expect(some.map(({ length }) => length)).toEqual([2, 2]);
  });

  it('keeps apart what belongs apart, and has nothing of nothing', async () => {
    const apart = (first: string, next: string) => first[0] !== next[0];
    expect(await all(together(from(['a1', 'a2', 'b1', 'a3']), { text: (item) => item, apart }))).toEqual([
      ['a1', 'a2'],
      ['b1'],
      ['a3'],
    ]);
    expect(await all(together(from([]), { text: () => '' }))).toEqual([]);
  });
});
