import {
  recordsOf,
  registerPlanResources,
  report,
  sourceOf,
  topic,
} from '../../../../../../../tests/support/plan-resources';
import type { JsonObject } from '../../../../../../common/json';
import { parseContext } from '../../fields/parse-context';
import type { Comparison } from './comparison';
import { settleLostReferences } from './lost-references';
import type { Settled } from './settle-edits';
import { newState } from './state';

beforeAll(registerPlanResources);

const [sourceRecord = { record: 0, value: null }] = recordsOf([{}]);
const topics = sourceOf(topic, []);

/** Topic 8 and question 16 are no longer at the source; topic 1 omits question 6. */
function settle(given: JsonObject, stored: JsonObject, settled: Settled[] = []) {
  const state = newState({ takesFile: false, restoresDeleted: false, sourceName: 'lis' });
  state.gone.set('topic', new Map([[8, topics]]));
  state.gone.set('question', new Map([[16, topics]]));
  const omitted = { source: topics, sourceRecord, field: 'questions', parent: 1 };
  state.omittedChildren.set('question', new Map([[6, omitted]]));
  const record: JsonObject = { ...stored, ...given };
  for (const { path, stored: kept = null, isTaken } of settled) if (!isTaken) record[path] = kept;
  const comparison: Comparison = {
    ...{ sourceRecord, publicId: 2, before: 'a hash', isReturning: false, settled, said: {}, adopted: [], stored },
    ...{ record, changed: [], given: Object.keys(given), findings: parseContext().findings },
  };
  settleLostReferences(state, report, comparison);
  const cleared = [...state.cleared.values()].flatMap((each) => [...each.values()].flat());
  const { record: settledRecord, changed, said, findings } = comparison;
  return { record: settledRecord, changed, said, faults: findings.faults, cleared };
}

describe('references of the input to what will be deleted', () => {
  it('are a fault that says why', () => {
    const { faults } = settle({ questions: [5, 6], topic: 8 }, {});
    expect(faults).toEqual([
      {
        path: 'questions[1]',
        code: 'INVALID_VALUE',
        message: 'questions 6 would be deleted: topics.json, record 1, questions omits it',
      },
      { path: 'topic', code: 'INVALID_VALUE', message: 'topics 8 would be deleted: lis no longer has it' },
    ]);
  });

  it('to others are no fault', () => {
    expect(settle({ questions: [5, 7], topic: 9 }, {})).toMatchObject({ faults: [], changed: [], cleared: [] });
  });

  it('to omitted children are a fault wherever they come from', () => {
    expect(settle({ title: '甲' }, { questions: [5, 6] }).faults).toMatchObject([{ path: 'questions[1]' }]);
  });

  it('are cleared where the input says nothing of them', () => {
    const stored = { topic: 8, questions: [5, 16], rows: [{ topic: 8 }, { topic: 9 }] };
    expect(settle({ title: '甲' }, stored)).toEqual({
      record: { title: '甲', topic: null, questions: [5], rows: [{ topic: null }, { topic: 9 }] },
      changed: ['topic', 'questions', 'rows'],
      said: {},
      faults: [],
      cleared: ['reports 2 (topic, rows)', 'reports 2 (questions)'],
    });
  });

  it('are cleared where they are what people have made of the field', () => {
    const edit = { path: 'questions', stored: [5, 16, 7], given: [5], isTaken: false };
    const kept = settle({ questions: [5] }, { questions: [5, 16, 7] }, [{ ...edit, kind: 'edited' }]);
    expect(kept).toMatchObject({ faults: [], record: { questions: [5, 7] }, cleared: ['reports 2 (questions)'] });
    // The next import must know that 7 is what people have added.
    expect(kept.said).toEqual({ questions: [5] });
    // A conflict that is not decided stays one.
    const conflict = { ...edit, base: [7], given: [5, 8], kind: 'conflict' as const };
    expect(settle({ questions: [5, 8] }, { questions: [5, 16, 7] }, [conflict]).said).toEqual({ questions: [7] });
    const taken = settle({ questions: [16] }, { questions: [5] }, [
      { kind: 'conflict', path: 'questions', stored: [5], given: [16], isTaken: true },
    ]);
    expect(taken.faults).toHaveLength(1);
  });
});
