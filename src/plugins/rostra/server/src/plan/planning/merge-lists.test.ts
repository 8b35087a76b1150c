import { mergeLists } from './merge-lists';

describe('the merge of two changes of a list', () => {
  it.each<[string, number[], number[], number[], number[] | undefined]>([
    ['what either adds, after what it follows there', [1, 2], [1, 3, 2], [1, 2, 4], [1, 3, 2, 4]],
    ['what both add, once', [1], [1, 2], [1, 2, 3], [1, 2, 3]],
    ['what either removes, not', [1, 2, 3], [1, 3], [1, 2], [1]],
    ['what is removed here and stays there, not', [1, 2], [2], [2, 1, 3], [2, 3]],
    ['the order of the one that moves items', [1, 2, 3], [3, 1, 2], [1, 2, 3, 4], [3, 4, 1, 2]],
    ['the order of both, if it is the same', [1, 2, 3], [3, 2, 1], [3, 2, 1, 4], [3, 2, 1, 4]],
    ['nothing if both move them otherwise', [1, 2, 3], [3, 1, 2], [2, 1, 3], undefined],
    ['an empty list', [1], [], [1], []],
  ])('has %s', (_, base, ours, theirs, merged) => {
    expect(mergeLists(base, ours, theirs)).toEqual(merged);
  });

  it('keeps every addition and every removal of either, whatever they are', () => {
    let seed = 29;
    const below = (count: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % count;
    };
    const changed = (list: number[]): number[] => {
      const kept = list.filter(() => below(4) > 0);
      kept.splice(below(kept.length + 1), 0, ...Array.from({ length: below(3) }, () => 10 + below(10)));
      return [...new Set(kept)];
    };
    for (let round = 0; round < 2_000; round += 1) {
      const base = [1, 2, 3, 4, 5, 6].slice(0, below(7));
      const [ours, theirs] = [changed(base), changed(base)];
      const merged = (mergeLists(base, ours, theirs) ?? []) as number[];
      const wanted = [...new Set([...base, ...ours, ...theirs])].filter((item) =>
        base.includes(item) ? ours.includes(item) && theirs.includes(item) : true,
      );
      expect([...merged].sort()).toEqual(wanted.sort());
      for (const list of [ours, theirs]) {
        const own = list.filter((item) => base.includes(item) && merged.includes(item));
        expect(merged.filter((item) => own.includes(item))).toEqual(own);
      }
    }
  });

  it('is none of rows, nor without knowing what was there before', () => {
    expect(mergeLists([{ id: 1 }], [], [{ id: 2 }])).toBeUndefined();
    expect(mergeLists(undefined, [1], [2])).toBeUndefined();
    expect(mergeLists('a', 'b', 'c')).toBeUndefined();
  });
});
