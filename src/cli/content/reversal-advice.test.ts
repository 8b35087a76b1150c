import type { Conflict } from '../../plugins/rostra/server/src/plan/restoring/walk';
import { adviceFor } from './reversal-advice';

const CONFLICT: Conflict = {
  ...{ resource: 'reps', publicId: 900024, path: 'name', kind: 'changed' },
  by: { change: 7, at: 0, door: 'panel', actor: { kind: 'panelUser', name: '林' }, batch: null },
};
const REP = { resource: 'reps', publicId: 900024 };
const BILL = { resource: 'rs_bills', publicId: 900042 };

/** The commands that are offered after a refused undo. */
const offered = (part?: Parameters<typeof adviceFor>[1]['part']) =>
  adviceFor(
    { conflicts: [CONFLICT], blockers: [], own: [], first: [] },
    { batch: 15, command: 'undo', ...(part && { part }) },
  ).flatMap((line) => /"(content undo [^"]+)"/.exec(line)?.[1] ?? []);

describe('what is offered after a refused undo', () => {
  it('repeats the part that was asked for', () => {
    const single = 'content undo 15 --record reps/900024';
    expect(offered()).toEqual(['content undo 15 --keep-edits', single]);
    expect(offered({ resources: ['rs_bills', 'reps'], records: [] })).toEqual([
      'content undo 15 --resource rs_bills,reps --keep-edits',
      single,
    ]);
    expect(offered({ resources: ['acts'], records: [REP, BILL] })).toEqual([
      'content undo 15 --resource acts --record reps/900024 rs_bills/900042 --keep-edits',
      single,
    ]);
  });

  it('adds to the part what the batch itself did, and says that of a later batch all comes first', () => {
    const later = { batch: 16, command: 'undo' as const };
    const found = { conflicts: [], blockers: [], own: [BILL], first: [later] };
    expect(adviceFor(found, { batch: 15, command: 'undo', part: { resources: ['acts'], records: [REP] } })).toEqual([
      'Nothing was changed.',
      'The batch itself did that: "content undo 15 --resource acts --record reps/900024 rs_bills/900042" undoes it, too.',
      'A later batch comes first, all of it: "content undo 16".',
    ]);
  });

  it('names a single record once, but a child of it by itself', () => {
    expect(offered({ resources: [], records: [REP] })).toEqual(['content undo 15 --record reps/900024 --keep-edits']);
    expect(offered({ resources: [], records: [BILL] })).toEqual([
      'content undo 15 --record rs_bills/900042 --keep-edits',
      'content undo 15 --record reps/900024',
    ]);
  });
});
