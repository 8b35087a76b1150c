import { recordsOf, registerPlanResources, sourceOf, topic } from '../../../../../../../tests/support/plan-resources';
import { isObject } from '../../../../../../common/json';
import type { RecordMatcher } from '../../import/names/match';
import { namesFrom } from '../../import/names/names';
import type { PlanExternalIds } from './external-ids';
import { readKeys } from './keys';
import { newState } from './state';

beforeAll(registerPlanResources);

/** Matches by title; the title 甲 is stored under 1. */
const match: RecordMatcher = (value) => {
  const title = isObject(value) ? String(value.title) : '';
  return { key: title, publicId: title === '甲' ? 1 : null, isStored: title === '甲' };
};

/** A match without the records that a source knows by other identifiers. */
const found = (matched: ReturnType<RecordMatcher>, excluded?: ReadonlySet<number>): ReturnType<RecordMatcher> =>
  matched && { ...matched, publicId: excluded?.has(matched.publicId ?? 0) ? null : matched.publicId };

async function read(values: unknown[], known: { match?: RecordMatcher; external?: PlanExternalIds } = {}) {
  const state = newState();
  const source = sourceOf(topic, values);
  await readKeys(state, { source, records: recordsOf(values) }, { names: namesFrom(async () => []), ...known });
  const faults = state.faults.map(({ record, path, code, message }) => `${record} ${path} ${code}: ${message}`);
  return { state, publicIds: state.publicIds.get(source) ?? [], faults };
}

describe('the public ids of input records', () => {
  it('are numbers or texts of digits; a faulty record has none', async () => {
    const { publicIds, faults } = await read([{ id: 7 }, { id: '8' }, { id: 'x' }, 'no record']);
    expect(publicIds).toEqual([7, 8, undefined, undefined]);
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['3 id INVALID_TYPE', '4  INVALID_TYPE']);
  });

  it('are unique', async () => {
    const { publicIds, faults } = await read([{ id: 7 }, { id: 7 }]);
    expect(publicIds).toEqual([7, undefined]);
    expect(faults).toEqual(['2 id DUPLICATE: 7 is already the identifier of topics.json, record 1']);
  });

  it('are provisional for new records, a different one for each', async () => {
    const { state, publicIds } = await read([{ title: '甲' }, { title: '甲' }]);
    expect(publicIds.every((publicId) => publicId !== undefined && publicId < 0)).toBe(true);
    expect(new Set(publicIds).size).toBe(2);
    expect(state.withoutKey).toBe(2);
  });

  it('are those of matching stored records, and two records of one key are the same', async () => {
    const { state, publicIds, faults } = await read([{ title: '甲' }, { title: '乙' }, { title: '乙' }], { match });
    expect(publicIds[0]).toBe(1);
    expect(publicIds[1]).toBeLessThan(0);
    expect(faults).toEqual(['3 id DUPLICATE: is the same as topics.json, record 2']);
    expect(state.withoutKey).toBe(0);
  });

  it.each([
    [
      'after',
      [{ id: 9, title: '乙' }, { title: '乙' }],
      '2 id DUPLICATE: 9 is already the identifier of topics.json, record 1',
    ],
    ['before', [{ title: '乙' }, { id: 9, title: '乙' }], '2 id DUPLICATE: is the same as topics.json, record 1'],
  ])('tell that a record without one, %s a record with the same key, is the same', async (_, values, expected) => {
    expect((await read(values, { match })).faults).toEqual([expected]);
  });

  it('are those of the records that the source knows by their identifiers, before all that fields tell', async () => {
    // A is record 1, which the title 甲 would tell as well; G was record 4, which is gone.
    const external: PlanExternalIds = {
      sourceName: 'lis',
      claimed: new Map(),
      holdersOf: async () =>
        new Map(Object.entries({ A: { publicId: 1, isStored: true }, G: { publicId: 4, isStored: false } })),
      identified: new Set([1]),
    };
    const { publicIds, faults } = await read(
      [
        { external_id: 'B', title: '甲' },
        { external_id: 'A', title: '丙' },
        { external_id: 7, title: '丁' },
        { id: 9, external_id: 'G' },
        { id: 8, external_id: 'A' },
        { external_id: 'B', title: '戊' },
        { external_id: 'C', title: '己' },
        { id: 6, external_id: 'C' },
        { id: 5, external_id: 'G' },
      ],
      { external, match: (value, at, excluded) => found(match(value, at), excluded) },
    );
    expect([publicIds[1], publicIds[3]]).toEqual([1, 9]);
    expect(new Set([publicIds[0], publicIds[2], publicIds[6]].filter((publicId) => (publicId ?? 0) < 0)).size).toBe(3);
    expect(faults).toEqual([
      '5 external_id TAKEN: "A" is topics 1 at lis, not topics 8',
      '6 external_id DUPLICATE: is the same as topics.json, record 1',
      '8 external_id DUPLICATE: "C" is already that of topics.json, record 7',
      '9 external_id DUPLICATE: "G" is already that of topics.json, record 4',
    ]);
  });

  it('are also those of deleted records, which no other record of the input may claim', async () => {
    const external: PlanExternalIds = {
      ...{ sourceName: 'lis', claimed: new Map() },
      holdersOf: async () => new Map([['G', { publicId: 4, isStored: false }]]),
    };
    for (const [values, expected] of [
      [
        [{ external_id: 'G' }, { id: 2, external_id: 'G' }],
        '2 external_id DUPLICATE: "G" is already that of topics.json, record 1',
      ],
      [
        [
          { id: 4, external_id: 'G' },
          { id: 2, external_id: 'G' },
        ],
        '2 external_id DUPLICATE: "G" is already that of topics.json, record 1',
      ],
    ] as const)
      expect((await read([...values], { external })).faults).toEqual([expected]);
  });

  it('need the name of the source to be told by its identifiers', async () => {
    const { faults } = await read([
      { external_id: 'A', title: '甲' },
      { external_id: null, title: '乙' },
    ]);
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['1 external_id INVALID_VALUE']);
  });

  it('include those of children, with their parent', async () => {
    const { state, faults } = await read([
      { id: 1, questions: [{ id: 5 }, { question: 'new' }] },
      { id: 2, questions: [{ id: 5 }] },
    ]);
    expect(state.inputRecords.get('question')?.get(5)).toMatchObject({ record: 1, implied: { st: 1 } });
    expect(faults).toEqual(['2 questions[0].id DUPLICATE: 5 is already the identifier of topics.json, record 1']);
  });
});
