import { registerPlanResources, report, topic } from '../../../../../../../tests/support/plan-resources';
import { namesFrom } from '../../import/names/names';
import type { Resource } from '../../resource/resource';
import { compareRecord } from './compare-record';

beforeAll(registerPlanResources);

const names = namesFrom(async () => [{ publicId: 3, names: { title: '預算' }, qualifiers: {} }]);
const compare = (value: unknown, stored?: object, resource: Resource = topic) =>
  compareRecord(resource, value, stored && JSON.stringify(stored), names);

const STORED = {
  title: '甲',
  content: '文',
  related: [4, 2],
  questions: [
    { id: 5, question: '一' },
    { id: 6, question: '二' },
  ],
};

describe('a record compared with nothing', () => {
  it('is new, with an empty value for each field that it lacks', async () => {
    const { stored, record, changed, findings } = await compare({ title: '甲' });
    expect(stored).toEqual({});
    expect(record).toEqual({ title: '甲', content: null, related: [], questions: [] });
    expect(changed).toEqual(Object.keys(record));
    expect(findings.faults).toEqual([]);
  });

  it('needs its required fields', async () => {
    const { findings } = await compare({ content: '文' });
    expect(findings.faults.map(({ path, code }) => [path, code])).toEqual([['title', 'REQUIRED']]);
  });
});

describe('a record compared with the stored one', () => {
  it('changes the given fields that differ', async () => {
    const { record, changed, findings } = await compare({ id: 1, title: '乙', related: [4, 2] }, STORED);
    expect(changed).toEqual(['title']);
    expect(record).toEqual({ ...STORED, title: '乙' });
    expect(findings).toMatchObject({ faults: [], ignored: [] });
  });

  it('changes a list by its order', async () => {
    expect((await compare({ related: [2, 4] }, STORED)).changed).toEqual(['related']);
  });

  it('takes the ids of stored children that match', async () => {
    const same = await compare({ questions: [{ question: '一' }, { question: '二' }] }, STORED);
    expect(same.changed).toEqual([]);
    const { record } = await compare({ questions: [{ question: '二' }, { question: '三' }] }, STORED);
    expect(record.questions).toEqual([
      { id: 6, question: '二' },
      { id: null, question: '三' },
    ]);
  });

  it('notes unknown fields, but not the key', async () => {
    for (const stored of [undefined, STORED])
      expect((await compare({ id: 1, colour: 'red' }, stored)).findings.ignored).toEqual(['colour']);
  });
});

describe('names in a record', () => {
  it('become public ids; a fault of a name is listed once', async () => {
    expect((await compare({ topic: '預算' }, undefined, report)).record.topic).toBe(3);
    const { findings } = await compare({ topic: '外交' }, undefined, report);
    expect(findings.faults.map(({ path, code }) => [path, code])).toEqual([['topic', 'UNKNOWN_REFERENCE']]);
  });
});
