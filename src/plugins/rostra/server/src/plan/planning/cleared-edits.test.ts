import { registerPlanResources, report, sourceOf, topic } from '../../../../../../../tests/support/plan-resources';
import type { Json } from '../../../../../../common/json';
import type { EditFacts } from '../../store/history/counted-changes';
import { basesOfCleared } from './cleared-edits';
import { newState } from './state';

beforeAll(registerPlanResources);

const by: EditFacts = { change: 1, at: 0, door: 'panel', actor: {} };

/** What is noted of a report whose questions lose number 6, by what the last import had said. */
function noted(base: Json | undefined, stored: number[], { isImported = true } = {}) {
  const state = newState();
  state.gone.set('question', new Map([[6, sourceOf(topic, [])]]));
  const cleared = { questions: stored.filter((each) => each !== 6) };
  const edits = { wasImported: isImported, isKnown: isImported, fields: { questions: { base, by } } };
  return basesOfCleared(state, report, { stored: { questions: stored }, cleared, edits });
}

describe('what is noted of a field from which a plan clears a reference', () => {
  it('is what the last import said, without that reference, where people have changed it', () => {
    expect(noted([5, 6], [5, 6, 7])).toEqual({ questions: [5] });
    expect(noted([5], [5, 6, 7])).toEqual({ questions: [5] });
    expect(noted([5, 6, 8], [5, 6])).toEqual({ questions: [5, 8] });
  });

  it('is nothing where only the lost reference, or nothing, was the work of people', () => {
    expect(noted([5], [5, 6])).toEqual({});
    expect(noted([5, 6], [5, 6])).toEqual({});
    expect(noted([5, 6], [5, 6, 7], { isImported: false })).toEqual({});
  });

  it('is that the import said nothing where nobody knows', () => {
    expect(noted(undefined, [5, 6, 7])).toEqual({ questions: [] });
  });
});
