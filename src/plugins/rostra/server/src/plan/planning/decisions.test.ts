import { registerPlanResources } from '../../../../../../../tests/support/plan-resources';
import { decisionOn, faultOfDecision, unusedDecisions } from './decisions';
import { newState } from './state';

beforeAll(registerPlanResources);

describe('decisions on single edits', () => {
  it('concern a field, or all of a record', () => {
    const decisions = new Map([
      ['topics/1/title', true],
      ['topics/1', false],
      ['topics/2', true],
      ['topics/3/title', true],
    ]);
    const state = newState({ takesFile: false, restoresDeleted: false, decisions });
    const on = (publicId: number, ...paths: string[]) => decisionOn(state, { resource: 'topics', publicId }, paths);
    expect([on(1, 'title'), on(1, 'content'), on(1), on(2), on(4, 'title')]).toEqual([
      true,
      false,
      false,
      true,
      undefined,
    ]);
    expect(on(2, 'sponsor_type', 'sponsor_id')).toBe(true);
    // A type and its identifier are decided together, by either name.
    expect(on(3, 'content', 'title')).toBe(true);
    expect(unusedDecisions({ ...state, usedDecisions: new Set(['topics/1']) })).toEqual([
      'topics/1/title',
      'topics/2',
      'topics/3/title',
    ]);
    expect(unusedDecisions(state)).toEqual([]);
  });

  it('name what exists', () => {
    expect(faultOfDecision('topics/1/title')).toBeUndefined();
    expect(faultOfDecision('topics/1')).toBeUndefined();
    expect(faultOfDecision('topics/1/colour')).toBe('topics/1/colour: topics has no field "colour"');
    expect(faultOfDecision('bills/1')).toBe('bills/1: there is no resource "bills"');
  });
});
