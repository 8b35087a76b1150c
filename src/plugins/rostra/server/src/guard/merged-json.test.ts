import type { JsonObject } from '../../../../../common/json';
import { integer, ref } from '../fields';
import { jsonRows } from '../fields/json';
import { mergeJson } from './merged-json';

const cells = jsonRows({ feature: ref('act-feature').required(), score: integer().required() });
const fields = { bill: ref('bill').required(), scores: cells.required() };

const row = (bill: number, ...scores: [number, number][]): JsonObject => ({
  bill,
  scores: scores.map(([feature, score]) => ({ feature, score })),
});

const merge = (base: JsonObject[], mine: JsonObject[], theirs: JsonObject[]) =>
  mergeJson({ base, mine, theirs }, fields);

type Cells = Map<string, number>;

const NUMBERS = [0, 1, 2];

const tableOf = (scores: Cells): JsonObject[] =>
  NUMBERS.map((bill) =>
    row(
      bill,
      ...NUMBERS.flatMap((feature): [number, number][] => {
        const score = scores.get(`${bill} ${feature}`);
        return score === undefined ? [] : [[feature, score]];
      }),
    ),
  ).filter(({ scores }) => (scores as JsonObject[]).length > 0);

const cellsIn = (rows: JsonObject[] = []): Cells =>
  new Map(
    rows.flatMap(({ bill, scores }) =>
      (scores as { feature: number; score: number }[]).map(({ feature, score }) => [`${bill} ${feature}`, score]),
    ),
  );

describe('two people who have changed the same table', () => {
  const base = [row(2, [8, 1], [7, 0]), row(1, [7, 3])];

  it('keep what each has scored, in the order of what is stored', () => {
    const mine = [row(2, [8, 5], [7, 0]), row(1, [7, 3]), row(3, [7, 9])];
    const theirs = [row(1, [7, 3], [8, 4]), row(2, [7, 0])];
    // They have removed the cell that the other has changed.
    expect(merge(base, mine, theirs)).toEqual({
      mine: [row(1, [7, 3], [8, 4]), row(2, [7, 0], [8, 5]), row(3, [7, 9])],
      theirs: [row(1, [7, 3], [8, 4]), row(2, [7, 0]), row(3, [7, 9])],
      isOfBoth: true,
    });
    expect(merge(base, base, theirs)).toEqual({ mine: theirs, theirs, isOfBoth: false });
    expect(merge(base, [row(2, [8, 1])], base)?.mine).toEqual([row(2, [8, 1])]);
  });

  it('keep a score in a row that the other has removed, and rows without scores', () => {
    expect(merge(base, [row(2, [8, 1], [7, 0], [6, 2]), row(1, [7, 3])], [row(1, [7, 3])])).toEqual({
      mine: [row(1, [7, 3]), row(2, [6, 2])],
      theirs: [row(1, [7, 3]), row(2, [6, 2])],
      isOfBoth: false,
    });
    expect(merge([row(1)], [row(1), row(2, [7, 1])], [row(1), row(3, [7, 1])])?.mine).toEqual([
      row(1),
      row(3, [7, 1]),
      row(2, [7, 1]),
    ]);
  });

  it('are not merged where it is not clear which row is which', () => {
    expect(merge(base, [row(1, [7, 1]), row(1, [8, 1])], base)).toBeUndefined();
    expect(merge([row(1, [7, 1], [7, 2])], base, base)).toBeUndefined();
    expect(mergeJson({ base: undefined, mine: base as never, theirs: base as never }, fields)).toBeUndefined();
    expect(mergeJson({ base: [], mine: [{ a: 1 }], theirs: [{ a: 2 }] }, { a: integer() })).toBeUndefined();
  });

  it('lose nothing that only one of them has changed, whatever they do', () => {
    let seed = 7;
    const some = (from: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % from;
    };
    const cell = () => `${some(3)} ${some(3)}`;
    const edited = (scores: Cells): Cells => {
      const next = new Map(scores);
      for (let edit = some(4); edit > 0; edit -= 1)
        if (some(3) === 0) next.delete(cell());
        else next.set(cell(), some(3));
      return next;
    };
    for (let round = 0; round < 500; round += 1) {
      const before: Cells = new Map(Array.from({ length: some(9) }, () => [cell(), some(3)]));
      const [mine, theirs] = [edited(before), edited(before)];
      const merged = merge(tableOf(before), tableOf(mine), tableOf(theirs));
      const [ifMine, ifTheirs] = [cellsIn(merged?.mine), cellsIn(merged?.theirs)];
      let conflicts = 0;
      for (const key of NUMBERS.flatMap((bill) => NUMBERS.map((feature) => `${bill} ${feature}`))) {
        const [was, my, their] = [before.get(key), mine.get(key), theirs.get(key)];
        const isConflict = my !== was && their !== was && my !== their;
        conflicts += Number(isConflict);
        const only = my !== was ? my : their;
        expect([ifMine.get(key), ifTheirs.get(key)]).toEqual([only, isConflict ? their : only]);
      }
      expect(merged?.isOfBoth).toBe(conflicts > 0);
    }
  });
});
