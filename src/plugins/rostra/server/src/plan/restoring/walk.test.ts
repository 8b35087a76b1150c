import type { JsonObject } from '../../../../../../common/json';
import type { PastRevision, RecordPast } from '../../store/history/past';
import { type ConflictChoice, describeConflict, takeBack } from './walk';

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
  undoneBy: null,
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
