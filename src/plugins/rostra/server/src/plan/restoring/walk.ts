import type { JsonObject } from '../../../../../../common/json';
import type { PastRevision, RecordPast } from '../../store/history/past';

/** What to do with a field that somebody else has changed since: refuse everything, overwrite it, or keep it as it is. */
export type ConflictChoice = 'refuse' | 'overwrite' | 'keep';

/** Somebody else's later change of what is to be taken back; `path` is empty if it concerns the whole record. */
export interface Conflict {
  resource: string;
  publicId: number;
  path: string;
  /**
   * `gone`: history no longer holds the former values; `needed`: another record that stays refers to it; `missing`: the former value
   * refers to a record that is deleted; `invalid`: the former values break a rule.
   */
  kind: 'changed' | 'removed' | 'created' | 'gone' | 'needed' | 'missing' | 'invalid';
  by: Pick<PastRevision, 'change' | 'at' | 'door' | 'actor' | 'batch'>;
  /** The record that needs it. */
  neededBy?: { resource: string; publicId: number };
  /** The record that is missing; not deleted if it has never existed. */
  missing?: { resource: string; publicId: number; isDeleted: boolean };
  /** What is wrong with the former values. */
  reason?: string;
}

/** A record without the changes to take back: its state, null if it should not exist, and the conflicts. */
export interface Reversal {
  wanted: JsonObject | null;
  conflicts: Conflict[];
}

/**
 * Takes back a record's own revisions, the latest first. A field that somebody else has changed after the last own change of it
 * is a conflict; where others changed it between own changes, their value counts. With `overwrite`, others' changes go, too.
 */
export function takeBack(past: RecordPast, choice: ConflictChoice): Reversal {
  const { resource, publicId } = past;
  const conflicts = new Map<string, Conflict>();
  const latest = new Map<string, PastRevision>();
  const taken = new Set<string>();
  let end: PastRevision | undefined;
  let wanted = past.state;
  const conflict = (path: string, kind: Conflict['kind'], by: PastRevision, isFinal = false) => {
    if (choice === 'overwrite' && !isFinal) return;
    if (!conflicts.has(path)) conflicts.set(path, { resource, publicId, path, kind, by });
  };
  for (const revision of past.revisions) {
    const { action, fields, isOwn } = revision;
    if (!isOwn && action !== 'change') end ??= revision;
    else if (!isOwn) for (const name of Object.keys(fields ?? {})) latest.set(name, latest.get(name) ?? revision);
    else if (fields === null && action !== 'create') conflict('', 'gone', revision, true);
    else if (end && (choice !== 'overwrite' || action === 'change'))
      conflict('', end.action === 'remove' ? 'removed' : 'created', end, action === 'change');
    else if (action === 'remove') wanted = fields;
    else if (action === 'create') {
      const [other] = latest.values();
      if (other) conflict('', 'changed', other);
      if (!other || choice === 'overwrite') wanted = null;
    } else {
      for (const [name, values] of Object.entries(fields ?? {})) {
        const other = latest.get(name);
        if (!Array.isArray(values)) {
          conflict(name, 'gone', revision, true);
          continue;
        }
        if (!other) taken.add(name);
        else if (!taken.has(name)) conflict(name, 'changed', other);
        if (wanted && (!other || choice === 'overwrite')) wanted = { ...wanted, [name]: values[0] ?? null };
      }
    }
  }
  return { wanted, conflicts: [...conflicts.values()] };
}

const VERBS = { changed: 'was changed', removed: 'was deleted', created: 'was created again' };

/** Says who has changed something since, when, and through which door. */
export function describeConflict({ kind, by, neededBy, missing, reason }: Conflict): string {
  const { change, at, door, actor, batch } = by;
  if (kind === 'invalid') return `would break a rule of today: ${reason}`;
  if (kind === 'missing' && !missing?.isDeleted) return `${missing?.resource} ${missing?.publicId} does not exist`;
  if (kind === 'needed') return `is needed by ${neededBy?.resource} ${neededBy?.publicId}`;
  if (kind === 'gone') return `history no longer holds the values before change ${change}`;
  const name = actor.name ?? actor.kind;
  const who = name === undefined ? `through ${door}` : `by ${name} (${door})`;
  const what = kind === 'missing' ? `${missing?.resource} ${missing?.publicId} is deleted,` : VERBS[kind];
  return `${what} ${who} on ${new Date(at).toISOString()}, change ${change}${batch == null ? '' : `, batch ${batch}`}`;
}
