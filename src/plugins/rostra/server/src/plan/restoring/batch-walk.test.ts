import type { Json, JsonObject } from '../../../../../../common/json';
import type { PastRevision } from '../../store/history/past';
import { reverseInRecord } from './batch-walk';
import type { ConflictChoice } from './walk';

const BATCH = 1;

/** A revision of the change with this id: `[before, after]` by field, or all fields of a removed record. */
const revision = (
  change: number,
  fields: JsonObject | null,
  action: PastRevision['action'] = 'change',
): PastRevision => ({
  change,
  action,
  fields,
  isOwn: false,
  hash: null,
  at: 0,
  door: 'panel',
  actor: {},
});

/** Undos and redos, by their changes. */
const batchWith = (undos: number[] = [], redos: number[] = []) => ({
  change: BATCH,
  undos: new Set(undos),
  redos: new Set(redos),
});

/** What taking back makes of a record with these revisions, the first one first. */
function reversed(
  command: 'undo' | 'redo',
  state: JsonObject | null,
  revisions: PastRevision[],
  {
    undos,
    redos,
    choice = 'refuse',
    undoneBy = null,
  }: { undos?: number[]; redos?: number[]; choice?: ConflictChoice; undoneBy?: number | null } = {},
): [Json, string[]] {
  const past = { resource: 'rs_tags', publicId: 5, state, hash: null, undoneBy, revisions: revisions.toReversed() };
  const { wanted, conflicts } = reverseInRecord(past, { batch: batchWith(undos, redos), command, choice });
  return [wanted, conflicts.map(({ path, kind, by }) => `${path} ${kind} ${by.change}`)];
}

const changed = revision(BATCH, { a: [0, 1], b: [0, 1] });
const edited = revision(2, { a: [1, 9] });

describe('undoing a batch in a record', () => {
  it('takes it back, unless others have changed anything in the record since', () => {
    expect(reversed('undo', { a: 1, b: 1 }, [changed])).toEqual([{ a: 0, b: 0 }, []]);
    const other = revision(2, { c: [0, 1] });
    expect(reversed('undo', { a: 1, b: 1, c: 1 }, [changed, other])[1]).toEqual([' changed 2']);
    expect(reversed('undo', { a: 1, b: 1, c: 0 }, [changed, other, revision(3, { c: [1, 0] })])).toEqual([
      { a: 0, b: 0, c: 0 },
      [],
    ]);
  });

  it('has nothing to do where somebody has taken it back', () => {
    const back = revision(2, { a: [1, 0], b: [1, 0] });
    expect(reversed('undo', { a: 0, b: 0 }, [changed, back])).toEqual([{ a: 0, b: 0 }, []]);
  });

  it('keeps or overwrites what others have changed', () => {
    const state = { a: 9, b: 1 };
    expect(reversed('undo', state, [changed, edited], { choice: 'keep' })).toEqual([{ a: 9, b: 0 }, ['a changed 2']]);
    expect(reversed('undo', state, [changed, edited], { choice: 'overwrite' })).toEqual([{ a: 0, b: 0 }, []]);
  });

  it('takes fields that are one value as one', () => {
    const past = {
      ...{ resource: 'rs_bills', publicId: 5, hash: null, undoneBy: null },
      ...{ state: { a: 9, b: 1 }, revisions: [edited, changed] },
    };
    const partnerOf = (name: string) => ({ a: 'b', b: 'a' })[name];
    const { wanted } = reverseInRecord(past, { batch: batchWith(), command: 'undo', choice: 'keep', partnerOf });
    expect(wanted).toEqual({ a: 9, b: 1 });
  });

  it('goes on where a former undo kept something', () => {
    const kept = [changed, edited, revision(3, { b: [1, 0] }), revision(4, { b: [0, 7] })];
    const state = { a: 9, b: 7 };
    expect(reversed('undo', state, kept, { undos: [3] })).toEqual([state, [' changed 2']]);
    expect(reversed('undo', state, kept, { undos: [3], choice: 'overwrite' })).toEqual([{ a: 0, b: 7 }, []]);
  });

  it('finds an edit that an undo overwrote and a redo brought back', () => {
    const again = [changed, edited, revision(3, { a: [9, 0], b: [1, 0] }), revision(4, { a: [0, 9], b: [0, 1] })];
    const options = { undos: [3], redos: [4] };
    expect(reversed('undo', { a: 9, b: 1 }, again, options)[1]).toEqual([' changed 2']);
    expect(reversed('undo', { a: 9, b: 1 }, again, { ...options, choice: 'keep' })).toEqual([
      { a: 9, b: 0 },
      ['a changed 2'],
    ]);
    // One that the redo overwrote is gone.
    const over = [
      changed,
      revision(2, { a: [1, 0], b: [1, 0] }),
      revision(3, { a: [0, 9] }),
      revision(4, { a: [9, 1], b: [0, 1] }),
    ];
    expect(reversed('undo', { a: 1, b: 1 }, over, { undos: [2], redos: [4], choice: 'keep' })).toEqual([
      { a: 0, b: 0 },
      [],
    ]);
  });

  it('names the edit that is there again where another batch was undone', () => {
    const later = { ...revision(3, { a: [9, 2] }), batch: 8, kind: 'import' as const };
    const undo = { ...revision(4, { a: [2, 9] }), batch: 9, kind: 'undo' as const };
    expect(reversed('undo', { a: 2, b: 1 }, [changed, edited, later])[1]).toEqual([' changed 3']);
    expect(reversed('undo', { a: 9, b: 1 }, [changed, edited, later, undo])[1]).toEqual([' changed 2']);
    const again = { ...revision(5, { a: [9, 2] }), batch: 10, kind: 'restore' as const };
    expect(reversed('undo', { a: 2, b: 1 }, [changed, edited, later, undo, again])[1]).toEqual([' changed 5']);
  });

  it('deletes what it created, and brings back what it deleted', () => {
    const created = revision(BATCH, null, 'create');
    expect(reversed('undo', { a: 1 }, [created])).toEqual([null, []]);
    expect(reversed('undo', { a: 9 }, [created, edited], { choice: 'keep' })).toEqual([{ a: 9 }, [' changed 2']]);
    expect(reversed('undo', { a: 9 }, [created, edited], { choice: 'overwrite' })).toEqual([null, []]);
    const gone = [created, revision(2, { a: 1 }, 'remove')];
    expect(reversed('undo', null, gone)).toEqual([null, [' removed 2']]);
    expect(reversed('undo', null, gone, { choice: 'keep' })).toEqual([null, []]);
    const removed = revision(BATCH, { a: 1 }, 'remove');
    expect(reversed('undo', null, [removed])).toEqual([{ a: 1 }, []]);
    const remade = [removed, revision(2, null, 'create')];
    expect(reversed('undo', { a: 7 }, remade)).toEqual([{ a: 7 }, [' created 2']]);
    expect(reversed('undo', { a: 7 }, remade, { choice: 'overwrite' })).toEqual([{ a: 1 }, []]);
  });

  it('brings back what others have deleted, if it is to overwrite that, as it was before the batch', () => {
    const deleted = [changed, revision(2, { c: [0, 1] }), revision(3, { a: 1, b: 1, c: 1 }, 'remove')];
    expect(reversed('undo', null, deleted)).toEqual([null, [' removed 3']]);
    expect(reversed('undo', null, deleted, { choice: 'keep' })).toEqual([null, [' removed 3']]);
    expect(reversed('undo', null, deleted, { choice: 'overwrite' })).toEqual([{ a: 0, b: 0, c: 1 }, []]);
    const returned = [...deleted, revision(4, null, 'create')];
    expect(reversed('redo', { a: 0, b: 0, c: 1 }, returned, { undos: [4] })).toEqual([null, []]);
    // Restored by somebody, it is what it was.
    expect(reversed('undo', { a: 1, b: 1, c: 0 }, returned)).toEqual([{ a: 0, b: 0, c: 0 }, []]);
  });

  it('deletes nothing that others have put into a record of which a part is undone', () => {
    const added = [
      revision(BATCH, null, 'create'),
      revision(2, { list: [[1, 2], [1]] }),
      revision(3, { list: [[1], [1, 9]] }),
    ];
    const state = { list: [1, 9] };
    expect(reversed('undo', state, added, { undos: [2] })).toEqual([state, [' changed 3']]);
    expect(reversed('undo', state, added, { undos: [2], choice: 'overwrite' })).toEqual([null, []]);
  });

  it('takes back what a redo found in place', () => {
    const undo = revision(2, { a: [1, 0], b: [1, 0] });
    const again = [changed, undo, revision(3, { a: [0, 1] }), revision(4, { b: [0, 1] })];
    const options = { undos: [2], redos: [4] };
    expect(reversed('undo', { a: 1, b: 1 }, again, options)).toEqual([{ a: 0, b: 0 }, []]);
    // Also if it wrote nothing in the record.
    const single = [revision(BATCH, { a: [0, 1] }), revision(2, { a: [1, 0] }), revision(3, { a: [0, 1] })];
    expect(reversed('undo', { a: 1 }, single, options)).toEqual([{ a: 0 }, []]);
    const remade = [revision(BATCH, null, 'create'), revision(2, { a: 1 }, 'remove'), revision(3, null, 'create')];
    expect(reversed('undo', { a: 1 }, remade, options)).toEqual([null, []]);
    // One that kept the record as others have made it again has not done it again.
    expect(reversed('redo', { a: 1 }, remade, { ...options, undoneBy: 2 })[1]).toEqual([' created 3']);
    // Nor does a later undo of other records change that.
    const later = { undos: [2, 6], redos: [5], undoneBy: 2 };
    expect(reversed('redo', { a: 1 }, remade, later)[1]).toEqual([' created 3']);
  });

  it('is impossible where history no longer holds the values', () => {
    expect(reversed('undo', { a: 2 }, [revision(BATCH, null)], { choice: 'overwrite' })).toEqual([
      { a: 2 },
      [' gone 1'],
    ]);
    expect(reversed('undo', null, [revision(BATCH, null, 'remove')])).toEqual([null, [' gone 1']]);
    const later = [revision(BATCH, null, 'create'), revision(2, null)];
    expect(reversed('undo', { a: 2 }, later)).toEqual([{ a: 2 }, [' changed 2']]);
  });
});

describe('doing a batch again in a record', () => {
  it('takes back all its undos', () => {
    const parts = [changed, revision(2, { a: [1, 0] }), revision(3, { b: [1, 0] })];
    expect(reversed('redo', { a: 0, b: 0 }, parts, { undos: [2, 3] })).toEqual([{ a: 1, b: 1 }, []]);
    const again = [...parts, revision(4, { a: [0, 1], b: [0, 1] })];
    expect(reversed('redo', { a: 1, b: 1 }, again, { undos: [2, 3], redos: [4] })).toEqual([{ a: 1, b: 1 }, []]);
    const removed = [revision(BATCH, null, 'create'), revision(2, { a: 1 }, 'remove')];
    expect(reversed('redo', null, removed, { undos: [2] })).toEqual([{ a: 1 }, []]);
  });

  it('goes on where a former redo kept something', () => {
    const undo = revision(2, { a: [1, 0], b: [1, 0] });
    const kept = [changed, undo, revision(3, { a: [0, 9] }), revision(4, { b: [0, 1] })];
    const options = { undos: [2], redos: [4] };
    expect(reversed('redo', { a: 9, b: 1 }, kept, options)).toEqual([{ a: 9, b: 1 }, [' changed 3']]);
    expect(reversed('redo', { a: 9, b: 1 }, kept, { ...options, choice: 'overwrite' })).toEqual([{ a: 1, b: 1 }, []]);
  });

  it('is not in the way of edits from before the undo', () => {
    const kept = [changed, edited, revision(3, { b: [1, 0] })];
    expect(reversed('redo', { a: 9, b: 0 }, kept, { undos: [3] })).toEqual([{ a: 9, b: 1 }, []]);
  });

  it('is a conflict where others have made the record again', () => {
    const remade = [
      revision(BATCH, null, 'create'),
      revision(2, { a: 1 }, 'remove'),
      revision(3, null, 'create'),
      revision(4, { a: [1, 5] }),
    ];
    expect(reversed('redo', { a: 5 }, remade, { undos: [2] })[1]).toEqual([' created 3']);
    expect(reversed('redo', { a: 5 }, remade, { undos: [2], choice: 'overwrite' })).toEqual([{ a: 1 }, []]);
  });
});
