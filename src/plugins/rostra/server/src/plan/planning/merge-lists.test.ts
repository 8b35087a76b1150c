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
    expect(mergeLists({ base, ours, theirs })).toEqual(merged);
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
      const merged = (mergeLists({ base, ours, theirs }) ?? []) as number[];
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

  it('is none without knowing what was there before, nor of other values', () => {
    expect(mergeLists({ base: undefined, ours: [1], theirs: [2] })).toBeUndefined();
    expect(mergeLists({ base: 'a', ours: 'b', theirs: 'c' })).toBeUndefined();
    expect(mergeLists({ base: [{ id: 1 }], ours: [1], theirs: [2] })).toBeUndefined();
  });
});

describe('the merge of two changes of rows', () => {
  const rowOf = (step: string) => ({ step, date: 1, note: '', by: 7 });
  const [a, b, c, d] = [rowOf('a'), rowOf('b'), rowOf('c'), rowOf('d')];
  const [e, f] = ['e', 'f'].map((step) => ({ step, date: 2, note: step, by: 8 })) as [object, object];
  it.each<[string, object[], object[], object[], object[] | undefined]>([
    ['what either adds, and not what either removes', [a, b], [a, c, b], [b, d], [c, b, d]],
    ['what both add alike, once', [a], [a, b], [a, b, c], [a, b, c]],
    ['what either adds elsewhere than where both remove', [a, b, c], [e, a, c], [a, c, f], [e, a, c, f]],
    ['two equal rows of one side', [a], [a, b, b], [a, b], [a, b, b]],
    [
      'the changes of both of one row',
      [a, b],
      [{ ...a, date: 2 }, b],
      [{ ...a, note: '註' }, b],
      [{ ...a, date: 2, note: '註' }, b],
    ],
    ['a row moved here and changed there', [a, b], [b, a], [a, { ...b, date: 2 }], [{ ...b, date: 2 }, a]],
    ['nothing if both have changed one value', [a], [{ ...a, date: 2 }], [{ ...a, date: 3 }], undefined],
    [
      'what both have changed alike',
      [a],
      [{ ...a, date: 2 }],
      [{ ...a, date: 2, note: '註' }],
      [{ ...a, date: 2, note: '註' }],
    ],
    ['nothing if what one has changed is gone', [a, b], [{ ...a, date: 2 }, b], [b], undefined],
    [
      'nothing where it is a guess which row is which',
      [a, b],
      [{ ...a, date: 2, note: '一' }, b],
      [{ ...a, step: 'x', by: 8 }, b],
      undefined,
    ],
    ['nothing if both move rows otherwise', [a, b, c], [c, a, b], [b, a, c], undefined],
  ])('has %s', (_, base, ours, theirs, merged) => {
    expect(mergeLists({ base, ours, theirs } as Parameters<typeof mergeLists>[0])).toEqual(merged);
  });

  const dated = (date: number, step: number, note = '') => ({ date, step, note });
  const nested = { step: { referencePaths: () => [] } } as unknown as Parameters<typeof mergeLists>[1];
  const mergeSteps = (base: object[], ours: object[], theirs: object[]) =>
    mergeLists({ base, ours, theirs } as Parameters<typeof mergeLists>[0], { nested } as never);

  it('tells rows by what they refer to, though all of them differ', () => {
    const base = [dated(525, 1), dated(525, 2)];
    const added = dated(626, 3);
    expect(mergeSteps(base, [dated(524, 1), dated(528, 2)], [dated(525, 1), added])).toBeUndefined();
    expect(mergeSteps(base, [dated(524, 1), dated(528, 2)], [dated(525, 1), dated(526, 2), added])).toBeUndefined();
    expect(mergeSteps(base, [dated(524, 1), dated(528, 2)], [...base, added])).toEqual([
      dated(524, 1),
      dated(528, 2),
      added,
    ]);
    expect(mergeSteps(base, [dated(524, 1), base[1] as object], [dated(525, 1), dated(526, 2), added])).toEqual([
      dated(524, 1),
      dated(526, 2),
      added,
    ]);
    expect(mergeSteps(base, [dated(524, 1), dated(528, 2)], [dated(525, 1, '註'), dated(525, 2)])).toEqual([
      dated(524, 1, '註'),
      dated(528, 2),
    ]);
  });

  it('asks what is which where a row that both have changed may have moved', () => {
    const scored = (description: string, score: number) => ({ description, score, by: description });
    const [one, two, three] = [scored('a', 1), scored('b', 2), scored('c', 3)];
    const [ours, theirs] = [scored('d', 5), scored('e', 6)];
    const merge = (own: object[], other: object[], field = {}) =>
      mergeLists({ base: [one, two, three], ours: own, theirs: other } as Parameters<typeof mergeLists>[0], field);
    expect(merge([one, ours, three], [three, theirs, one])).toBeUndefined();
    expect(merge([ours, one, three], [one, three, theirs])).toEqual([ours, one, three, theirs]);
    expect(merge([ours, one, three], [one, three, theirs], { sortedBy: 'score' })).toBeUndefined();
    expect(merge([{ ...two, score: 5 }, one, three], [one, three, { ...two, score: 6 }])).toBeUndefined();
  });

  it('doubles no row, keeps the order of both and loses no change, whatever they are', () => {
    let seed = 31;
    const below = (count: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % count;
    };
    type Row = ReturnType<typeof dated>;
    const changed = (rows: Row[], side: number): Row[] => {
      const kept = rows
        .filter(() => below(6) > 0)
        .map((row) => ({
          ...row,
          ...(below(3) === 0 && { date: 500 + below(9) }),
          ...(below(4) === 0 && { note: '註' }),
        }));
      for (let count = below(3); count > 0; count -= 1)
        kept.splice(below(kept.length + 1), 0, dated(500 + below(9), 10 * side + count));
      return kept;
    };
    const stepsIn = (rows: Row[]) => rows.map(({ step }) => step);
    let mergedCount = 0;
    for (let round = 0; round < 600; round += 1) {
      const base = [1, 2, 3, 4].slice(0, below(5)).map((step) => dated(500 + below(3), step));
      const [ours, theirs] = [changed(base, 1), changed(base, 2)];
      const merged = mergeSteps(base, ours, theirs) as Row[] | undefined;
      if (!merged) continue;
      mergedCount += 1;
      const steps = stepsIn(merged);
      expect(new Set(steps).size).toBe(steps.length);
      for (const side of [ours, theirs]) {
        const own = stepsIn(side).filter((step) => steps.includes(step));
        expect(steps.filter((step) => own.includes(step))).toEqual(own);
        for (const row of side) {
          const [former, now] = [base, merged].map((rows) => rows.find(({ step }) => step === row.step));
          for (const name of ['date', 'note'] as const)
            if (row[name] !== former?.[name]) expect(now?.[name]).toBe(row[name]);
        }
      }
    }
    expect(mergedCount).toBeGreaterThan(200);
  });

  it('tells children by their identifiers', () => {
    const children = { kind: 'question', parent: 'st', match: 'question', fields: {} };
    const [one, two] = [
      { id: 1, question: '一' },
      { id: 2, question: '二' },
    ];
    const sides = {
      base: [one, two],
      ours: [two, { id: 1, question: '三' }, { id: null, question: '新' }],
      theirs: [one, { id: 2, question: '四' }, { id: 9, question: '來' }],
    };
    expect(mergeLists(sides, { children })).toEqual([
      { id: 2, question: '四' },
      { id: 9, question: '來' },
      { id: 1, question: '三' },
      { id: null, question: '新' },
    ]);
    // Somebody else's child in the same place is another one, and a name is there once.
    const replaced = { base: [one], ours: [{ id: 9, question: '一' }], theirs: [{ id: 1, question: '改' }] };
    expect(mergeLists(replaced, { children })).toBeUndefined();
    const twice = { base: [one], ours: [one, { id: 8, question: '同' }], theirs: [one, { id: 7, question: '同' }] };
    expect(mergeLists(twice, { children })).toBeUndefined();
    const [ours, theirs] = [
      { id: null, question: '新' },
      { id: 9, question: '來' },
    ];
    const both = { base: [one, two], ours: [one, ours], theirs: [one, theirs] };
    expect(mergeLists(both, { children })).toEqual([one, theirs, ours]);
    const moved = { base: [one], ours: [one, { id: 9, question: '來' }], theirs: [one, { id: 9, question: '別' }] };
    expect(mergeLists(moved, { children })).toBeUndefined();
  });

  it('moves no rows that a field sorts', () => {
    const sides = { base: [a, b, c], ours: [c, a, b, d], theirs: [b, a, c] } as Parameters<typeof mergeLists>[0];
    expect(mergeLists(sides)).toBeUndefined();
    expect(mergeLists(sides, { sortedBy: 'date' })).toEqual([c, a, b, d]);
    const removed = { ...sides, theirs: [b, a] } as Parameters<typeof mergeLists>[0];
    expect(mergeLists(removed, { sortedBy: 'date' })).toEqual([a, b, d]);
  });

  it('goes on within rows, and takes a type and its identifier as one', () => {
    const row = { bill_id: 3, scores: [{ feature: 1, score: 5 }], type: 'rep', id: 1 };
    const score = (value: number) => ({ ...row, scores: [{ feature: 1, score: value }] });
    const added = { ...row, scores: [...row.scores, { feature: 2, score: 1 }] };
    const nested = { type: { partner: 'id' }, id: { partner: 'type' } } as never;
    const merge = (ours: object, theirs: object) =>
      mergeLists({ base: [row], ours: [ours], theirs: [theirs] } as Parameters<typeof mergeLists>[0], { nested });
    expect(merge(score(7), added)).toEqual([
      {
        ...row,
        scores: [
          { feature: 1, score: 7 },
          { feature: 2, score: 1 },
        ],
      },
    ]);
    expect(merge(score(7), score(8))).toBeUndefined();
    expect(merge({ ...row, id: 2 }, { ...row, type: 'party' })).toBeUndefined();
  });
});
