import { registerPlanResources } from '../../../../../../tests/support/plan-resources';
import type { PlanRefusal } from '../../../../rostra/server/src/plan/applying/refusals';
import type { FieldName } from '../shared/history';
import type { RestoreFault } from '../shared/restore';
import { describeFault, faultsIn, recordsOf } from './describe-faults';

type Fault = PlanRefusal['faults'][number];

/** How these faults of a question are described to a reader who may not read these fields or kinds. */
function described(
  faults: Fault[],
  { attributes = [], kinds = [] }: { attributes?: string[]; kinds?: string[] } = {},
): RestoreFault[] {
  const reader = {
    mayRead: ({ name }: { name: string }) => !kinds.includes(name),
    visible: <F extends FieldName>(_: unknown, fields: F[]) => {
      const readable = fields.filter((field) => !field.attributes.some((each) => attributes.includes(each)));
      return { fields: readable, hidden: fields.length - readable.length };
    },
  };
  const found = faultsIn(reader, [{ resource: 'questions', number: 7, file: '', record: 0, faults }]);
  const named = recordsOf(reader, found).map(({ resource, publicId }) => `${resource} ${publicId}`);
  return found.map((each) =>
    describeFault(each, reader, ({ resource, publicId }) => {
      if (!named.includes(`${resource} ${publicId}`)) throw new Error(`${resource} ${publicId} has no name`);
      return { number: publicId, title: `${resource} ${publicId}` };
    }),
  );
}

describe('what keeps a record from being restored', () => {
  beforeAll(registerPlanResources);
  const gone: Fault = {
    path: 'st',
    code: 'UNKNOWN_REFERENCE',
    message: 'topics 5 is deleted',
    gone: { resource: 'topics', publicId: 5 },
  };
  const rule: Fault = { path: 'question', code: 'REQUIRED', message: 'is required' };

  it('names the record that is gone', () => {
    const [fault] = described([gone]);
    expect(fault).toMatchObject({ kind: 'missing', record: { number: 7 }, field: { name: 'st' } });
    expect(fault?.other?.record).toEqual({ number: 5, title: 'topics 5' });
  });

  it.each<[string, Fault, RestoreFault['kind']]>([
    ['a rule', rule, 'invalid'],
    ['a value', { path: 'question', code: 'INVALID_VALUE', message: 'must be one of a, b' }, 'invalid'],
    ['another change', { path: '', code: 'MISMATCH', message: 'has been changed since' }, 'changed'],
    ['a deletion', { path: '', code: 'UNKNOWN_REFERENCE', message: 'has been deleted since' }, 'removed'],
    ['another record', { path: 'question', code: 'TAKEN', message: 'has been created' }, 'taken'],
  ])('tells %s from others', (_, fault, kind) => {
    expect(described([fault])[0]?.kind).toBe(kind);
  });

  it.each(['inUse', 'omitted'] as const)('tells as the engine does why something cannot be deleted: %s', (reason) => {
    const use: Fault = { path: 'st', code: 'INVALID_VALUE', message: 'topics 5 (st)', reason };
    expect(described([use])).toMatchObject([{ kind: reason, field: { name: 'st' } }]);
    expect(described([use])[0]).not.toHaveProperty('fault');
  });

  it('is told without what the reader may not read', () => {
    expect(described([gone, rule], { kinds: ['questions'] })).toEqual([
      { uid: 'api::question.question', kind: 'unread' },
    ]);
    expect(described([gone], { kinds: ['topics'] })[0]?.other).toEqual({ uid: 'api::topic.topic' });
    for (const each of described([gone, rule], { attributes: ['st', 'question'] }))
      expect(Object.keys(each).sort()).toEqual(['kind', 'record', 'uid']);
  });
});
