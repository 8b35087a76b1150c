import { reconcile, type Side, type Sides, withLink } from './sides';

const place = { file: '', record: 1 };

interface Word {
  said: boolean;
  base?: boolean;
  /** What the last import has made of it. */
  written?: boolean;
  decision?: boolean;
}

/** Record 1 and the one on the other side, 9: what each says of their link now and said last, and whether it is stored. */
function settle(one: Word, other: Word, { isStored = false }: { isStored?: boolean } = {}) {
  const side = ({ said, base, written, decision }: Word, publicId: number): Side => ({
    ...(written === undefined ? {} : { written: written ? [publicId] : [] }),
    ...(decision === undefined ? {} : { decision }),
    place,
    said: said ? [publicId] : [],
    base: base === undefined ? undefined : base ? [publicId] : [],
    stored: isStored ? [publicId] : [],
  });
  const [ones, others]: Sides[] = [new Map([[1, side(one, 9)]]), new Map([[9, side(other, 1)]])];
  const found = reconcile(ones ?? new Map(), others ?? new Map());
  return { found, one: ones?.get(1)?.agreed, other: others?.get(9)?.agreed };
}

const [HAS, LACKS] = [
  { said: true, base: true },
  { said: false, base: false },
];

describe('a link of which two records say different things', () => {
  it('becomes what the one says that has changed it since the last import', () => {
    expect(settle({ said: false, base: true }, HAS, { isStored: true })).toEqual({
      found: [{ loser: 9, winner: 1, isLoserFirst: false, isLinked: false, verdict: 'newer' }],
      one: undefined,
      other: { said: [], base: [1] },
    });
    expect(settle(LACKS, { said: true, base: false })).toEqual({
      found: [{ loser: 1, winner: 9, isLoserFirst: true, isLinked: true, verdict: 'newer' }],
      one: { said: [9], base: [] },
      other: undefined,
    });
    // A new record has changed everything.
    expect(settle({ said: true }, LACKS)).toMatchObject({
      found: [{ verdict: 'new' }],
      other: { said: [1], base: [] },
    });
  });

  it('is made if both are new, or have changed it', () => {
    expect(settle({ said: true }, { said: false })).toMatchObject({
      found: [{ loser: 9, isLinked: true, verdict: 'both' }],
      other: { said: [1], base: undefined },
    });
    expect(settle({ said: true, base: false }, { said: false, base: true })).toMatchObject({
      found: [{ loser: 9, isLinked: true, verdict: 'both' }],
      other: { said: [1], base: [] },
    });
  });

  it('stays as it is stored if neither has changed it', () => {
    expect(settle(HAS, LACKS)).toMatchObject({
      found: [{ loser: 1, isLinked: false, verdict: 'neither' }],
      one: { said: [], base: [] },
    });
    expect(settle(HAS, LACKS, { isStored: true })).toMatchObject({
      found: [{ loser: 9, isLinked: true, verdict: 'neither' }],
      other: { said: [1], base: [1] },
    });
  });

  it('does not change if a side says what the source has said of it last, be it on the other side', () => {
    // An import of the first has made it, and somebody has taken it out since: the older word of the second is none, nor is its newer one.
    const made = { base: false, written: true };
    expect(settle(HAS, { said: false, ...made })).toMatchObject({ found: [{ loser: 1, verdict: 'neither' }] });
    expect(settle(HAS, { said: true, ...made })).toEqual({ found: [], one: undefined, other: undefined });
    expect(settle({ said: false, base: true }, { said: true, ...made })).toMatchObject({
      found: [{ loser: 9, isLinked: false, verdict: 'newer' }],
    });
  });

  it('is what is decided of one of them', () => {
    expect(settle({ said: true, base: true, decision: true }, HAS)).toMatchObject({
      found: [],
      other: { said: [1], base: [] },
    });
    expect(settle({ said: true, base: false, decision: false }, { said: true, base: false })).toMatchObject({
      found: [{ loser: 9, isLinked: false, verdict: 'decided' }],
      other: { said: [], base: [] },
    });
  });

  it('is one that both say again: what they said differently before does not count', () => {
    // The first has lacked it, which counted; it has it again.
    expect(settle({ said: true, base: false }, HAS)).toEqual({
      found: [],
      one: undefined,
      other: { said: [1], base: [] },
    });
  });
});

it('says nothing where both sides agree, or one is not heard', () => {
  expect(settle(HAS, HAS)).toEqual({ found: [], one: undefined, other: undefined });
  const ones: Sides = new Map([[1, { place, said: [9], base: undefined, stored: [] }]]);
  expect(reconcile(ones, new Map())).toEqual([]);
});

it('puts a link where it is stored, or last', () => {
  expect(withLink([3, 4], 8, true, [])).toEqual([3, 4, 8]);
  expect(withLink([3, 4], 8, true, [3, 8, 4])).toEqual([3, 8, 4]);
  expect(withLink([3, 4], 8, true, [8, 4])).toEqual([8, 3, 4]);
  expect(withLink([3, 8, 4], 8, false, [])).toEqual([3, 4]);
  expect(withLink([3, 8], 8, true, [])).toEqual([3, 8]);
});
