import { mergeScores } from './merge';
import { cellsOf, keyOf, scoresIn } from './table';

const row = (bill_id: number, ...scores: [number, number][]) => ({
  bill_id,
  score_per_act_feature: scores.map(([act_feature_id, score]) => ({ act_feature_id, score })),
});

describe('two people at one score board', () => {
  const loaded = [row(2, [8, 1], [7, 0]), row(1, [7, 3])];

  it('keep what each has scored, in the order of what is stored', () => {
    const mine = [row(2, [8, 5], [7, 0]), row(1, [7, 3]), row(3, [7, 9])];
    const theirs = [row(1, [7, 3], [8, 4]), row(2, [7, 0])];
    const merged = mergeScores(loaded, JSON.stringify(mine), theirs);
    // They have removed the cell that the other has changed.
    expect(merged).toEqual({
      mine: [row(1, [7, 3], [8, 4]), row(2, [7, 0], [8, 5]), row(3, [7, 9])],
      theirs: [row(1, [7, 3], [8, 4]), row(2, [7, 0]), row(3, [7, 9])],
      hasConflicts: true,
    });
    expect(mergeScores(loaded, loaded, theirs)).toEqual({ mine: theirs, theirs, hasConflicts: false });
    expect(mergeScores(loaded, [row(2, [8, 1])], loaded).mine).toEqual([row(2, [8, 1])]);
  });

  it('lose nothing that only one of them has changed, whatever they do', () => {
    const some = (from: number) => Math.floor(Math.random() * from);
    for (let round = 0; round < 300; round += 1) {
      const board = () => new Map(Array.from({ length: some(9) }, () => [keyOf(some(3), some(3)), some(3)]));
      const edited = (cells: Map<string, number>) => {
        const next = new Map(cells);
        for (let edit = some(4); edit > 0; edit -= 1)
          if (some(3) === 0) next.delete(keyOf(some(3), some(3)));
          else next.set(keyOf(some(3), some(3)), some(3));
        return next;
      };
      const table = (cells: Map<string, number>) =>
        [0, 1, 2]
          .map((bill) =>
            row(
              bill,
              ...[0, 1, 2].flatMap((feature): [number, number][] => {
                const score = cells.get(keyOf(bill, feature));
                return score === undefined ? [] : [[feature, score]];
              }),
            ),
          )
          .filter((each) => each.score_per_act_feature.length > 0);
      const before = board();
      const [mine, theirs] = [edited(before), edited(before)];
      const merged = mergeScores(table(before), table(mine), table(theirs));
      const [ifMine, ifTheirs] = [cellsOf(scoresIn(merged.mine)), cellsOf(scoresIn(merged.theirs))];
      let conflicts = 0;
      for (const key of [0, 1, 2].flatMap((bill) => [0, 1, 2].map((feature) => keyOf(bill, feature)))) {
        const [was, my, their] = [before.get(key), mine.get(key), theirs.get(key)];
        const isConflict = my !== was && their !== was && my !== their;
        conflicts += Number(isConflict);
        const only = my !== was ? my : their;
        expect([ifMine.get(key), ifTheirs.get(key)]).toEqual([only, isConflict ? their : only]);
      }
      expect(merged.hasConflicts).toBe(conflicts > 0);
    }
  });
});
