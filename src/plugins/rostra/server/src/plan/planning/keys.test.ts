import { recordsOf, registerPlanResources, sourceOf, topic } from '../../../../../../../tests/support/plan-resources';
import { isObject } from '../../../../../../common/json';
import type { RecordMatcher } from '../../import/names/match';
import { namesFrom } from '../../import/names/names';
import { readKeys } from './keys';
import { newState } from './state';

beforeAll(registerPlanResources);

/** Matches by title; the title 甲 is stored under 1. */
const match: RecordMatcher = (value) => {
  const title = isObject(value) ? String(value.title) : '';
  return { key: title, publicId: title === '甲' ? 1 : null };
};

async function read(values: unknown[], known: { match?: RecordMatcher } = {}) {
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

  it('include those of children, with their parent', async () => {
    const { state, faults } = await read([
      { id: 1, questions: [{ id: 5 }, { question: 'new' }] },
      { id: 2, questions: [{ id: 5 }] },
    ]);
    expect(state.inputRecords.get('question')?.get(5)).toMatchObject({ record: 1, implied: { st: 1 } });
    expect(faults).toEqual(['2 questions[0].id DUPLICATE: 5 is already the identifier of topics.json, record 1']);
  });
});
