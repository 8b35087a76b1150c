import { registerPlanResources, report } from '../../../../../../../tests/support/plan-resources';
import type { JsonObject } from '../../../../../../common/json';
import type { Identified } from '../types';
import { saidOf, withoutIdentified } from './said';
import type { PlanState } from './state';

beforeAll(registerPlanResources);

/** What is noted of a stored record with a topic that the input has. */
function noted(more: {
  said?: JsonObject;
  changed?: string[];
  isKnown?: boolean;
  wasImported?: boolean;
  named?: PlanState['named'];
}) {
  const { said = {}, changed = [], isKnown = false, wasImported = true, named = new Map() } = more;
  const comparison = { publicId: 2, before: 'a hash', given: ['topic'], said, changed };
  return saidOf({ named }, report, comparison, { wasImported, isKnown, fields: {} });
}

const of = { resource: 'reports', number: 2 };
const identified = [{ ...of, externalId: 'A-1', file: 'reports.json', record: 1 }] satisfies Identified[];

describe('what is noted of the input', () => {
  it('is that its source has a record, which outlasts values, unless it writes that or has had it', () => {
    expect(noted({})).toEqual([{ ...of, isFirst: true, fields: {} }]);
    expect(noted({ said: { topic: 8 } })).toEqual([{ ...of, before: 'a hash', isFirst: true, fields: { topic: 8 } }]);
    expect(noted({ isKnown: true })).toEqual([]);
    expect(noted({ isKnown: true, said: { topic: 8 } })).toEqual([{ ...of, before: 'a hash', fields: { topic: 8 } }]);
    expect(noted({ changed: ['topic'], said: { topic: 8 } })).toEqual([{ ...of, fields: { topic: 8 } }]);
    expect(noted({ changed: ['topic'] })).toEqual([]);
  });

  it('holds of a record that no import has had only as it is now', () => {
    expect(noted({ wasImported: false })).toEqual([{ ...of, before: 'a hash', isFirst: true, fields: {} }]);
  });

  it('leaves out lists with tags that are not created, but of what people have made only these tags', () => {
    const said = { questions: [8, -1] };
    const change = { resource: 'questions', number: -1, action: 'create' as const, before: '', from: {}, to: {} };
    const named = new Map([[-1, { ...change, file: 'reports.json', record: 1 }]]);
    expect(noted({ said, named, isKnown: true })).toEqual([]);
    expect(noted({ said, named, isKnown: true, wasImported: false })).toEqual([
      { ...of, before: 'a hash', fields: { questions: [8] } },
    ]);
  });

  it('is not said again where an identifier that is noted says so; that it has one from before says nothing', () => {
    const [first, both] = [noted({}), noted({ said: { topic: 8 } })];
    expect(withoutIdentified([...first, ...both], identified)).toEqual([
      { ...of, before: 'a hash', fields: { topic: 8 } },
    ]);
    expect(withoutIdentified([...first, ...both], [])).toEqual([...first, ...both]);
  });
});
