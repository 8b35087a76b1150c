import {
  question,
  recordsOf,
  registerPlanResources,
  sourceOf,
  topic,
} from '../../../../../../../tests/support/plan-resources';
import { countChildren } from './omitted-children';
import { countsOf, newState, type PlanState } from './state';

beforeAll(registerPlanResources);

const topics = sourceOf(topic, []);
const [sourceRecord = { record: 0, value: null }] = recordsOf([{}]);

/** Compares topic 1, whose stored questions are 5 and 6, with one that has these questions. */
function count(questions: { id: number | null }[], state: PlanState = newState()) {
  const record = { questions: questions.map((each) => ({ question: '', ...each })) };
  const stored = { questions: [{ id: 5 }, { id: 6 }] };
  countChildren(state, topics, { sourceRecord, publicId: 1, stored, record, changed: ['questions'] });
  const { created, removed } = countsOf(state, question);
  return { state, created, removed, omitted: [...(state.omittedChildren.get('question')?.keys() ?? [])] };
}

/** A state whose input contains question 6, from a source and with the parent that it implies. */
function stateWith(source = topics, implied = {}, isStored = true): PlanState {
  const state = newState();
  state.inputRecords.set('question', new Map([[6, { source, record: 2, isStored, implied }]]));
  return state;
}

describe('the children of a changed parent', () => {
  it('are new if they have no id, and omitted if the list lacks them', () => {
    expect(count([{ id: 5 }, { id: null }])).toMatchObject({ created: 1, removed: 1, omitted: [6] });
  });

  it('are neither new nor omitted if the list is the same', () => {
    expect(count([{ id: 6 }, { id: 5 }])).toMatchObject({ created: 0, removed: 0, omitted: [] });
  });

  it('are not omitted if another parent takes them', () => {
    const { removed, omitted, state } = count([{ id: 5 }], stateWith(topics, { st: 2 }));
    expect([removed, omitted, state.faults]).toEqual([0, [], []]);
  });

  it('count once if the source no longer has them either', () => {
    const state = newState();
    state.gone.set('question', new Map([[6, topics]]));
    expect(count([{ id: 5 }], state)).toMatchObject({ removed: 0, omitted: [] });
  });

  it('are a fault if they are omitted and are records of the input', () => {
    const { state, omitted } = count([{ id: 5 }], stateWith(sourceOf(question, [])));
    expect(omitted).toEqual([]);
    expect(state.faults).toMatchObject([
      {
        path: 'questions',
        code: 'INVALID_VALUE',
        message: '6 is omitted here, but is in questions.json, record 2',
      },
    ]);
  });

  it('are new if their id is not stored, unless counted as records of the input', () => {
    expect(count([{ id: 5 }, { id: 6 }], stateWith(topics, { st: 1 }, false)).created).toBe(1);
    expect(count([{ id: 5 }, { id: 6 }], stateWith(sourceOf(question, []), {}, false)).created).toBe(0);
  });
});
