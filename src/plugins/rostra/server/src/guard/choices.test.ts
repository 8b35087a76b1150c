import type { JsonObject } from '../../../../../common/json';
import { epochMs, integer, jsonRows, ref, refs, rows } from '../fields';
import type { Rule } from '../resource/resource';
import { disjoint, eachRow, range } from '../resource/rules';
import { choicesIn } from './choices';

const vote = {
  fields: { title: integer(), aye: refs('rep'), nay: refs('rep'), abstain: refs('rep') },
  rules: [disjoint('aye', 'nay', 'abstain')],
};

/** Scores must be of listed bills and features. */
const areListed: Rule = (board, context) => {
  const [bills, features] = [board.bills, board.features] as number[][];
  for (const [index, { bill, cells }] of (board.scores as { bill: number; cells: JsonObject[] }[]).entries()) {
    const at = context.child('scores').child(index);
    if (!bills?.includes(bill)) at.child('bill').fault('MISMATCH', 'is not listed');
    for (const [place, cell] of cells.entries())
      if (!features?.includes(cell.feature as number))
        at.child('cells').child(place).child('feature').fault('MISMATCH', 'is not listed');
  }
};

const cells = jsonRows({ feature: ref('act-feature').required(), score: integer().required() }).required();
const board = {
  fields: {
    bills: refs('bill'),
    features: refs('act-feature'),
    scores: jsonRows({ bill: ref('bill').required(), cells }),
  },
  rules: [areListed],
};
const row = (bill: number, ...scores: [number, number][]) => ({
  bill,
  cells: scores.map(([feature, score]) => ({ feature, score })),
});

/** What is asked if nobody has changed the same field. */
const asked = (resource: Parameters<typeof choicesIn>[0], merged: JsonObject, mine: JsonObject, theirs: JsonObject) =>
  choicesIn(resource, { ifMine: merged, ifTheirs: merged, mine, theirs }, []);

describe('what an editor has to choose where two people break a rule only together', () => {
  it('is where somebody stands whom both have moved; what else they have done stays', () => {
    const base = { title: 1, aye: [1, 2, 3], nay: [4], abstain: [] };
    const theirs = { ...base, aye: [2, 3, 9], nay: [4, 1] };
    const mine = { ...base, title: 2, aye: [2, 8], nay: [4, 3], abstain: [1] };
    const merged = { title: 2, aye: [2, 9, 8], nay: [4, 1, 3], abstain: [1] };
    expect(asked(vote, merged, mine, theirs)).toEqual({
      groups: [['nay', 'abstain']],
      restored: [{ mine: { nay: [4, 3], abstain: [1] }, theirs: { nay: [4, 1, 3], abstain: [] }, whole: [] }],
    });
  });

  it('is whether a record is listed that one has removed and the other has used', () => {
    const base = { bills: [1, 2, 3], features: [7, 8], scores: [row(2, [7, 1]), row(1, [7, 3])] };
    const theirs = { ...base, bills: [1, 3, 4], scores: [row(1, [7, 3]), row(4, [8, 2])] };
    const mine = { ...base, scores: [row(2, [7, 1], [8, 5]), row(1, [7, 3], [8, 6])] };
    const merged = { ...theirs, scores: [row(1, [7, 3], [8, 6]), row(4, [8, 2]), row(2, [8, 5])] };
    expect(asked(board, merged, mine, theirs)).toEqual({
      groups: [['bills', 'scores']],
      restored: [
        {
          mine: {
            bills: [1, 2, 3, 4],
            scores: [row(2, [7, 1], [8, 5]), row(1, [7, 3], [8, 6]), row(4, [8, 2])],
          },
          theirs: { bills: [1, 3, 4], scores: [row(1, [7, 3], [8, 6]), row(4, [8, 2])] },
          whole: [],
        },
      ],
    });
  });

  it('in a table leaves the other cells of its rows alone', () => {
    const base = { bills: [1, 2], features: [7, 8], scores: [row(1, [7, 3], [8, 1]), row(2, [8, 1])] };
    const theirs = { ...base, features: [7], scores: [row(1, [7, 3])] };
    const mine = { ...base, scores: [row(1, [7, 4], [8, 2]), row(2, [8, 1], [7, 9])] };
    const merged = { ...theirs, scores: [row(1, [7, 4], [8, 2]), row(2, [7, 9])] };
    expect(asked(board, merged, mine, theirs).restored).toEqual([
      {
        mine: { features: [7, 8], scores: [row(1, [7, 4], [8, 2]), row(2, [8, 1], [7, 9])] },
        theirs: { features: [7], scores: [row(1, [7, 4]), row(2, [7, 9])] },
        whole: [],
      },
    ]);
  });

  it('leaves alone what nobody contests where the choice breaks the rule at another record', () => {
    const base = {
      bills: [1, 2, 3],
      features: [7, 8],
      scores: [row(1, [7, 1], [8, 1]), row(2, [7, 1]), row(3, [8, 1])],
    };
    const theirs = {
      bills: [1, 3, 4],
      features: [8],
      scores: [row(1, [8, 1]), row(3, [8, 9]), row(4, [8, 9])],
    };
    const mine = { ...base, scores: [row(1, [7, 1], [8, 5]), row(2, [7, 1], [8, 5]), row(3, [8, 1])] };
    const merged = { ...theirs, scores: [row(1, [8, 5]), row(3, [8, 9]), row(4, [8, 9]), row(2, [8, 5])] };
    expect(asked(board, merged, mine, theirs).restored).toEqual([
      {
        mine: {
          bills: [1, 2, 3, 4],
          features: [7, 8],
          scores: [row(1, [7, 1], [8, 5]), row(2, [7, 1], [8, 5]), row(3, [8, 9]), row(4, [8, 9])],
        },
        theirs: { bills: [1, 3, 4], features: [8], scores: [row(1, [8, 5]), row(3, [8, 9]), row(4, [8, 9])] },
        whole: [],
      },
    ]);
  });

  it('is between whole lists, and says so, if no part of them keeps the rule', () => {
    const term = {
      fields: { sessions: rows({ start: integer(), end: integer() }) },
      rules: [eachRow('sessions', range('start', 'end'))],
    };
    const sessions = (start: number, end: number) => ({ sessions: [{ start, end }] });
    expect(asked(term, sessions(6, 4), sessions(6, 9), sessions(1, 4))).toEqual({
      groups: [['sessions']],
      restored: [{ mine: sessions(6, 9), theirs: sessions(1, 4), whole: ['sessions'] }],
    });
  });

  it('is about all fields that the rule reads of either side', () => {
    const fields = { kind: integer(), size: integer(), weight: integer() };
    // Only things of the second kind are weighed.
    const isLight: Rule = (thing, context) => {
      const measure = thing.kind === 1 ? 'size' : 'weight';
      if (Number(thing[measure]) > 5) context.child(measure).fault('INVALID_VALUE', 'is too much');
    };
    const thing = (kind: number, size: number, weight: number) => ({ kind, size, weight });
    const record = { ifMine: thing(1, 1, 9), ifTheirs: thing(2, 1, 9), mine: thing(1, 1, 9), theirs: thing(2, 1, 2) };
    const { groups, restored } = choicesIn({ fields, rules: [isLight] }, record, ['kind']);
    expect(restored).toEqual([{ mine: { kind: 1, weight: 9 }, theirs: { kind: 2, weight: 2 }, whole: [] }]);
    expect(groups).toEqual([['kind', 'weight']]);
    const both = { ...record, ifMine: thing(1, 1, 2), ifTheirs: thing(2, 1, 2) };
    const weighed = choicesIn({ fields, rules: [isLight] }, { ...both, ifTheirs: thing(2, 1, 4) }, ['kind', 'weight']);
    expect(weighed.groups).toEqual([['kind'], ['weight']]);
  });

  it('is between whole values if the rule is about no records', () => {
    const event = { fields: { start: epochMs(), end: epochMs() }, rules: [range('start', 'end')] };
    const choice = asked(event, { start: 5, end: 3 }, { start: 5, end: 9 }, { start: 1, end: 3 });
    expect(choice).toEqual({
      groups: [['start', 'end']],
      restored: [{ mine: { start: 5, end: 9 }, theirs: { start: 1, end: 3 }, whole: [] }],
    });
  });

  it('is nothing where one of them breaks the rule alone, or none is broken', () => {
    const nothing = { groups: [], restored: [] };
    const base = { aye: [1], nay: [], abstain: [] };
    const broken = { ...base, nay: [1] };
    expect(asked(vote, broken, broken, base)).toEqual(nothing);
    expect(asked(vote, broken, base, broken)).toEqual(nothing);
    expect(asked(vote, base, base, base)).toEqual(nothing);
  });

  it('is one thing if both have changed the same fields and a combination breaks a rule', () => {
    const [mine, theirs] = [
      { title: 1, aye: [2, 1], nay: [3], abstain: [5, 6] },
      { title: 2, aye: [2], nay: [3, 1], abstain: [6, 5] },
    ];
    const names = ['title', 'aye', 'nay', 'abstain'];
    const { groups, restored } = choicesIn(vote, { ifMine: mine, ifTheirs: theirs, mine, theirs }, names);
    expect(restored).toEqual([]);
    expect(groups).toEqual([['title'], ['aye', 'nay', 'abstain']]);
    const free = { ifMine: mine, ifTheirs: { ...mine, title: 2 }, mine, theirs };
    expect(choicesIn(vote, free, ['title', 'aye', 'nay']).groups).toEqual([['title'], ['aye'], ['nay']]);
  });

  it('leaves everybody where the one has put them who alone has moved them, whatever they do', () => {
    let seed = 11;
    const below = (count: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % count;
    };
    const LISTS = ['aye', 'nay', 'abstain'];
    const people = [1, 2, 3, 4, 5, 6];
    /** Where each of the people stands; nowhere if in no list. */
    type Places = Map<number, string | undefined>;
    const placesIn = (record: JsonObject): Places =>
      new Map(people.map((each) => [each, LISTS.find((list) => (record[list] as number[]).includes(each))]));
    const recordOf = (places: Places): JsonObject =>
      Object.fromEntries(LISTS.map((list) => [list, people.filter((each) => places.get(each) === list)]));
    const moved = (places: Places): Places =>
      new Map([...places].map(([each, place]) => [each, below(3) === 0 ? LISTS[below(4)] : place]));
    let questionCount = 0;
    for (let round = 0; round < 500; round += 1) {
      const before = moved(new Map(people.map((each) => [each, undefined])));
      const [mine, theirs] = [moved(before), moved(before)];
      const [b, m, t] = [before, mine, theirs].map(recordOf) as [JsonObject, JsonObject, JsonObject];
      const has = (record: JsonObject, list: string, each: number) => (record[list] as number[]).includes(each);
      const merged = Object.fromEntries(
        LISTS.map((list) => [
          list,
          people.filter((each) =>
            has(m, list, each) === has(b, list, each) ? has(t, list, each) : has(m, list, each),
          ),
        ]),
      );
      const { groups, restored } = choicesIn(vote, { ifMine: merged, ifTheirs: merged, mine: m, theirs: t }, []);
      const side = (['mine', 'theirs'] as const)[below(2)] ?? 'mine';
      const result: JsonObject = Object.assign({}, merged, ...restored.map((choice) => choice[side]));
      questionCount += groups.length;
      const all = LISTS.flatMap((list) => result[list] as number[]);
      expect(new Set(all).size).toBe(all.length);
      const places = placesIn(result);
      for (const each of people) {
        const [was, my, their] = [before, mine, theirs].map((some) => some.get(each));
        if (my === was || their === was || my === their) expect(places.get(each)).toBe(my === was ? their : my);
        else expect([my, their]).toContain(places.get(each));
      }
    }
    expect(questionCount).toBeGreaterThan(50);
  });
});
