import type { JsonObject } from '../../../../../../common/json';
import type { PastRevision, RecordPast } from '../../store/history/past';
import { type ConflictChoice, describeConflict, takeBack, takeBackWhole } from './walk';

/** A revision of the change with this id: `[before, after]` by field, or all fields of a removed record. */
const revision = (
  change: number,
  by: 'own' | 'other',
  fields: JsonObject | null,
  action: PastRevision['action'] = 'change',
): PastRevision => ({
  change,
  action,
  fields,
  isOwn: by === 'own',
  hash: `hash ${change}`,
  at: 0,
  door: 'panel',
  actor: { kind: 'panelUser', name: '林' },
});

/** A record with this state and these revisions, the latest first. */
const past = (state: JsonObject | null, ...revisions: PastRevision[]): RecordPast => ({
  resource: 'rs_tags',
  publicId: 5,
  state,
  hash: revisions[0]?.hash ?? null,
  revisions,
});

const take = (record: RecordPast, choice: ConflictChoice = 'refuse') => {
  const { wanted, conflicts } = takeBack(record, choice);
  return [wanted, conflicts.map(({ path, kind, by }) => `${path} ${kind} ${by.change}`)];
};

describe('taking revisions back', () => {
  it('restores the former values of fields, and leaves others alone', () => {
    const record = past(
      { a: 3, b: 2, c: 1 },
      revision(3, 'own', { a: [2, 3] }),
      revision(2, 'own', { a: [1, 2], b: [1, 2] }),
    );
    expect(take(record)).toEqual([{ a: 1, b: 1, c: 1 }, []]);
  });

  it('is a conflict where others have changed a field since, not where they changed another one', () => {
    const record = past(
      { a: 3, b: 2, c: 9 },
      revision(2, 'other', { a: [2, 3], c: [1, 9] }),
      revision(1, 'own', { a: [1, 2], b: [1, 2] }),
    );
    expect(take(record)).toEqual([{ a: 3, b: 1, c: 9 }, ['a changed 2']]);
    expect(take(record, 'keep')[0]).toEqual({ a: 3, b: 1, c: 9 });
    expect(take(record, 'overwrite')).toEqual([{ a: 1, b: 1, c: 9 }, []]);
  });

  it('returns to the value of others from between', () => {
    const record = past(
      { a: 4 },
      revision(3, 'own', { a: [3, 4] }),
      revision(2, 'other', { a: [2, 3] }),
      revision(1, 'own', { a: [1, 2] }),
    );
    expect(take(record)).toEqual([{ a: 3 }, []]);
    expect(take(record, 'overwrite')).toEqual([{ a: 1 }, []]);
  });

  it('brings deleted records back and deletes new ones', () => {
    const removed = past(null, revision(2, 'own', { a: 2 }, 'remove'), revision(1, 'own', { a: [1, 2] }));
    expect(take(removed)).toEqual([{ a: 1 }, []]);
    expect(take(past({ a: 1 }, revision(1, 'own', null, 'create')))).toEqual([null, []]);
    const changed = past({ a: 2 }, revision(2, 'other', { a: [1, 2] }), revision(1, 'own', null, 'create'));
    expect(take(changed)).toEqual([{ a: 2 }, [' changed 2']]);
    expect(take(changed, 'overwrite')).toEqual([null, []]);
  });

  it('is a conflict where others have deleted a record since, or created it again', () => {
    const removed = past(null, revision(2, 'other', { a: 2 }, 'remove'), revision(1, 'own', { a: [1, 2] }));
    expect(take(removed)).toEqual([null, [' removed 2']]);
    expect(take(removed, 'overwrite')).toEqual([null, [' removed 2']]);
    const again = past({ a: 7 }, revision(2, 'other', null, 'create'), revision(1, 'own', { a: 1 }, 'remove'));
    expect(take(again)).toEqual([{ a: 7 }, [' created 2']]);
    expect(take(again, 'overwrite')).toEqual([{ a: 1 }, []]);
  });

  it('is impossible where history no longer holds the values', () => {
    const record = past({ a: 2 }, revision(1, 'own', null));
    expect(take(record, 'overwrite')).toEqual([{ a: 2 }, [' gone 1']]);
  });

  it('as a whole is a conflict with any later change, unless that was taken back', () => {
    const own = revision(1, 'own', { a: [1, 2] });
    const changed = past({ a: 2, b: 2 }, revision(2, 'other', { b: [1, 2] }), own);
    expect(takeBackWhole(changed).conflicts.map(({ kind }) => kind)).toEqual(['changed']);
    expect(takeBackWhole({ ...changed, hash: own.hash })).toEqual({ wanted: { a: 1, b: 2 }, conflicts: [] });
    // An undo of it that kept b, which others had changed in between: that is still in the way, not the undo.
    const other = revision(2, 'other', { b: [1, 2] });
    const undone = past(
      { a: 1, b: 2 },
      revision(3, 'own', { a: [2, 1] }),
      other,
      revision(1, 'own', { a: [1, 2], b: [0, 1] }),
    );
    expect(takeBackWhole(undone).conflicts.map(({ by }) => by.change)).toEqual([2]);
    expect(take(undone, 'keep')).toEqual([{ a: 1, b: 2 }, ['b changed 2']]);
    // Undone and done again, it is as if that had not happened.
    const again = past({ a: 2 }, revision(3, 'own', { a: [1, 2] }), revision(2, 'own', { a: [2, 1] }), own);
    expect(takeBackWhole(again)).toEqual({ wanted: { a: 1 }, conflicts: [] });
    const erased = past({ a: 2 }, { ...revision(1, 'own', null), hash: null });
    expect(takeBackWhole({ ...erased, hash: 'hash 0' }).conflicts.map(({ kind }) => kind)).toEqual(['gone']);
  });
});

describe('a conflict', () => {
  it('says who has changed what, when, and through which door', () => {
    const by = revision(2, 'other', null);
    const conflict = { resource: 'rs_tags', publicId: 5, path: 'a', kind: 'changed' as const, by };
    expect(describeConflict(conflict)).toBe('was changed by 林 (panel) on 1970-01-01T00:00:00.000Z, change 2');
    const unknown = { ...conflict, kind: 'removed' as const, by: { ...by, door: 'sql', actor: {} } };
    expect(describeConflict(unknown)).toBe('was deleted through sql on 1970-01-01T00:00:00.000Z, change 2');
  });
});
