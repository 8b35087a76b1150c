import { registerPlanResources } from '../../../../../../tests/support/plan-resources';
import { nameOfNew, newRecordsAmong } from './new-names';

beforeAll(registerPlanResources);

const may = { former: undefined, mayReadTitle: true };

describe('a record that a plan creates or brings back', () => {
  it.each([
    ['is new', nameOfNew({ title: '甲', isReturning: false }, may), { title: '甲', isNew: true }],
    ['is new without a title', nameOfNew(undefined, may), { isNew: true }],
    [
      'is known if it returns',
      nameOfNew({ title: '甲', isReturning: true }, { ...may, former: '乙' }),
      { title: '甲' },
    ],
    ['is known also without a title', nameOfNew({ title: '', isReturning: true }, may), {}],
    [
      'has no name for those who may not read titles',
      nameOfNew({ title: '甲', isReturning: false }, { ...may, mayReadTitle: false }),
      { isNew: true },
    ],
  ])('%s', (_, name, expected) => {
    expect(name).toEqual(expected);
  });

  it('is found among changes, with what is known of it', async () => {
    const of = (number: number, rest: object = {}) => ({
      ...{ resource: 'topics', number, action: 'create' as const, file: 'a.json', record: 1, before: null, from: {} },
      to: { title: `題${number}` },
      ...rest,
    });
    const changes = [
      of(1),
      of(2, { isReturning: true }),
      of(3, { file: '' }),
      of(4, { wasDeleted: true }),
      of(5, { action: 'change' }),
    ];
    const found = await newRecordsAmong(changes);
    expect([...found.values()].map(({ isReturning }) => isReturning)).toEqual([false, true, true, true]);
  });
});
