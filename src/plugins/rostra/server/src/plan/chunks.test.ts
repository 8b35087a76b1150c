import { inChunks } from './chunks';

async function* from<T>(items: T[]): AsyncIterable<T> {
  yield* items;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of items) found.push(each);
  return found;
}

describe('inChunks', () => {
  it('ends a chunk at 500 items, and yields the rest', async () => {
    const items = Array.from({ length: 1_001 }, (_, index) => index);
    const chunks = await all(inChunks(from(items), { contentOf: () => null }));
    expect(chunks.map(({ length }) => length)).toEqual([500, 500, 1]);
    expect(chunks.flat()[1_000]).toBe(1_000);
  });

  it('counts the text of nested values', async () => {
    const long = { rows: [{ content: '字'.repeat(3_000_000) }] };
    const chunks = await all(inChunks(from([long, long, long, {}]), { contentOf: (item) => item }));
    expect(chunks.map(({ length }) => length)).toEqual([2, 2]);
  });

  it('ends a chunk at a boundary, and yields nothing for no items', async () => {
    const isBoundary = (first: string, next: string) => first[0] !== next[0];
    const items = ['a1', 'a2', 'b1', 'a3'];
    expect(await all(inChunks(from(items), { contentOf: (item) => item, isBoundary }))).toEqual([
      ['a1', 'a2'],
      ['b1'],
      ['a3'],
    ]);
    expect(await all(inChunks(from([]), { contentOf: () => '' }))).toEqual([]);
  });
});
