import { recordsOf, registerPlanResources, sourceOf, topic } from '../../../../../../../tests/support/plan-resources';
import type { Fault } from '../../errors/errors';
import { addEdit, addFindings, addWarning, countsOf, newState, nextProvisionalId, summaryOf, takeEdits } from './state';

beforeAll(registerPlanResources);

const source = sourceOf(topic, []);
const fault = (path: string): Fault => ({ path, code: 'INVALID_VALUE', message: 'is wrong' });
const [sourceRecord = { record: 0, value: null }] = recordsOf([{ rows: [{ text: '字'.repeat(100) }], n: 1 }]);

describe('the state of planning', () => {
  it('lists faults with place and wrong value, shortened', () => {
    const state = newState();
    const faults = [fault('n'), fault('rows[0].text'), fault('rows[7].text'), fault('')];
    addFindings(state, source, { ...sourceRecord, line: 5 }, { faults, ignored: [] });
    expect(state.faults[0]).toEqual({ file: 'topics.json', record: 1, line: 5, ...fault('n'), value: '1' });
    expect(state.faults[1]?.value).toBe(`"${'字'.repeat(78)}…`);
    expect(state.faults.slice(2).map((each) => 'value' in each)).toEqual([false, false]);
  });

  it('counts all faults and lists the first thousand', () => {
    const state = newState();
    for (let done = 0; done < 3; done += 1)
      addFindings(state, source, sourceRecord, { faults: Array.from({ length: 400 }, () => fault('n')), ignored: [] });
    expect([state.faultCount, state.faults.length]).toEqual([1_200, 1_000]);
  });

  it('counts each unknown field once per record, whatever its row', () => {
    const state = newState();
    for (const ignored of [['rows[0].colour', 'rows[1].colour', 'size'], ['rows[4].colour']])
      addFindings(state, source, sourceRecord, { faults: [], ignored });
    expect(summaryOf(state).ignored).toEqual({ 'topics.json: rows[].colour': 2, 'topics.json: size': 1 });
  });

  it('lists a warning, or with strict planning a fault', () => {
    const state = newState();
    const place = { file: 'topics.json', record: 3 };
    const warning = { resource: 'topics', number: 7, code: 'ODD', path: 'title', message: 'is odd', records: 1 };
    addWarning(state, place, warning, false);
    addWarning(state, place, warning, true);
    const { records: _, ...listed } = warning;
    const { resource: __, number: ___, ...asFault } = listed;
    expect(state.warnings).toEqual([{ ...place, ...listed }]);
    expect(state.faults).toEqual([{ ...place, ...asFault }]);
    expect([state.warningCount, state.faultCount]).toEqual([1, 1]);
  });

  it('gives unique provisional ids, far below any number in a file', () => {
    const state = newState();
    const [first, second] = [nextProvisionalId(state), nextProvisionalId(state)];
    expect(first).toBeLessThan(-1_000_000_000);
    expect(second).toBeLessThan(first);
  });

  it('lists counts by resource name', () => {
    const state = newState();
    countsOf(state, topic).created += 1;
    countsOf(state, topic).created += 1;
    expect(summaryOf(state).counts).toEqual({ topics: { created: 2, changed: 0, removed: 0, unchanged: 0 } });
  });

  it('lists the first edits by hand, and passes all on', () => {
    const state = newState();
    for (let number = 1; number <= 1_001; number += 1)
      addEdit(state, {
        file: 'a.json',
        record: 1,
        resource: 'topics',
        number,
        kind: 'edited',
        path: 'title',
        isTaken: false,
      });
    const { edits, editCounts } = summaryOf(state);
    expect([edits.length, editCounts.edited, takeEdits(state).length]).toEqual([1_000, 1_001, 1_001]);
    expect(takeEdits(state)).toEqual([]);
  });
});
