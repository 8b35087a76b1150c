import { registerPlanResources } from '../../../../../../tests/support/plan-resources';
import type { FieldName } from '../../history/shared/history';
import { describeReason } from './describe-obstacles';
import type { FoundReason } from './obstacles';

const by = { change: 7, at: 1000, door: 'panel', actor: { name: '林編輯' }, batch: null };
const changed: FoundReason = { kind: 'changed', path: 'question', by };
const missing: FoundReason = { kind: 'missing', path: 'st', by, other: { resource: 'topics', publicId: 5 } };

/** What is told of a reason to a reader who may not read these fields of questions, or these kinds. */
function toldTo(hidden: { attributes?: string[]; kinds?: string[] }, reason: FoundReason): string[] {
  const told = describeReason(reason, {
    resource: 'questions',
    named: ({ resource }) => ({ uid: resource }),
    reader: {
      mayRead: ({ name }) => !hidden.kinds?.includes(name),
      visible: <F extends FieldName>(_: unknown, fields: F[]) => {
        const readable = fields.filter(
          ({ attributes }) => !attributes.some((each) => hidden.attributes?.includes(each)),
        );
        return { fields: readable, hidden: fields.length - readable.length };
      },
    },
  });
  return Object.keys(told).sort();
}

describe('why a record stands in the way of an undo', () => {
  beforeAll(registerPlanResources);

  it('is told with who and when to those who may read the field', () => {
    expect(toldTo({}, changed)).toEqual(['by', 'field', 'kind']);
    expect(toldTo({ attributes: ['question'] }, changed)).toEqual(['kind']);
    expect(toldTo({ attributes: ['question'] }, { ...changed, path: '' })).toEqual(['by', 'kind']);
  });

  it('is told with who has deleted another record to those who may read that kind of record', () => {
    expect(toldTo({}, missing)).toEqual(['by', 'field', 'kind', 'other']);
    expect(toldTo({ kinds: ['topics'] }, missing)).toEqual(['field', 'kind', 'other']);
    expect(toldTo({ attributes: ['st'] }, missing)).toEqual(['kind']);
  });
});
