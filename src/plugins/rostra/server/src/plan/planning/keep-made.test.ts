import { registerPlanResources, topic } from '../../../../../../../tests/support/plan-resources';
import type { JsonObject } from '../../../../../../common/json';
import type { Comparison } from './comparison';
import { settleRecord } from './keep-edits';
import { toldOf } from './keep-made';
import { newState, type PlanState } from './state';

beforeAll(registerPlanResources);

const STORED = { title: '甲', content: '人', related: [1], questions: [] };

/** A record that people have made and that a file names, with what a plan makes of it. */
function settle(file: JsonObject, decisions: [string, boolean][], options: { takesFile?: boolean } = {}) {
  const state: PlanState = newState({
    ...{ takesFile: false, restoresDeleted: false, decisions: new Map(decisions) },
    ...options,
  });
  const changed = Object.keys(file);
  const comparison: Comparison = {
    ...{
      sourceRecord: { record: 1, value: file },
      publicId: 5,
      before: 'x',
      isReturning: false,
      settled: [],
      said: {},
    },
    ...{ adopted: [], stored: STORED, record: { ...STORED, ...file }, changed, given: changed },
    findings: { faults: [], ignored: [], claims: [] },
  };
  const edits = { wasImported: false, isKnown: false, fields: {} };
  settleRecord(state, topic, comparison, { edits, isOpen: () => true });
  const { record, said } = comparison;
  return {
    ...{ record, said, changed: comparison.changed, used: [...state.usedDecisions] },
    told: toldOf(comparison).map(({ kind, path, isTaken }) => [kind, path, isTaken]),
  };
}

describe('a record that people have made and that no import has written', () => {
  const FILE = { title: '乙', content: '檔' };

  it('becomes what the file says, as it does where that is decided', () => {
    for (const decisions of [[], [['topics/5', true]]] satisfies [string, boolean][][])
      expect(settle(FILE, decisions)).toMatchObject({
        ...{ record: FILE, said: {}, changed: ['title', 'content'], told: [['matched', '', true]] },
        used: decisions.map(([name]) => name),
      });
  });

  it('keeps a field where that is decided, and notes what the file says of it', () => {
    expect(settle(FILE, [['topics/5/content', false]])).toMatchObject({
      record: { title: '乙', content: '人' },
      said: { content: '檔' },
      changed: ['title'],
      used: ['topics/5/content'],
      told: [
        ['matched', '', true],
        ['conflict', 'content', false],
      ],
    });
  });

  it('stays as a whole where that is decided, but for a field of which something else is, whatever holds for the others', () => {
    expect(settle(FILE, [['topics/5', false]], { takesFile: true })).toMatchObject({
      ...{ record: STORED, said: FILE, changed: [], used: ['topics/5'] },
      told: [
        ['matched', '', false],
        ['conflict', 'title', false],
        ['conflict', 'content', false],
      ],
    });
    const decisions: [string, boolean][] = [
      ['topics/5', false],
      ['topics/5/title', true],
    ];
    expect(settle(FILE, decisions)).toMatchObject({ changed: ['title'], said: { content: '檔' } });
  });

  it('has nothing to decide where the file says the same', () => {
    expect(settle({ related: [1] }, [['topics/5', false]])).toMatchObject({ said: {}, used: [] });
  });
});
