import { isEqual } from '../../../../../../common/json';
import type { PastRevision, RecordPast } from '../../store/history/past';
import { type BatchChanges, type Cell, EXISTENCE, followRecord, type Taken, UNKNOWN } from './batch-cells';
import type { Conflict, ConflictChoice, Reversal } from './walk';

export interface ReverseOptions {
  batch: BatchChanges;
  command: 'undo' | 'redo';
  /** What happens to what others have changed since. */
  choice: ConflictChoice;
  /** The field that is one value with another one. */
  partnerOf?(name: string): string | undefined;
}

/**
 * Takes a record back to before a batch (`undo`), or to before its undos (`redo`), as far as the batch, or the undos, concern it. What was
 * taken back together with something of others returns with it. Where others have changed something since that is still there, it is a
 * conflict: with `refuse` anywhere in the record, otherwise field by field. With `overwrite`, it goes, too.
 * @param past with the record's revisions from the batch on
 */
export function reverseInRecord(
  past: RecordPast,
  { batch, command, choice, partnerOf = () => undefined }: ReverseOptions,
): Reversal {
  const { state } = past;
  const { cells, removed } = followRecord(past, batch, partnerOf);
  const open = [...cells].flatMap(([name, cell]) => {
    const target = command === 'undo' ? targetOfUndo(cell, batch.change) : targetOfRedo(cell);
    // Somebody may have taken it back already.
    const isThere =
      name !== EXISTENCE && !target?.gone && state !== null && isEqual(target?.value, state[name] ?? null);
    const partner = cells.get(partnerOf(name) ?? name);
    return target && !isThere ? [[name, { ...target, edit: cell.edit ?? partner?.edit }] as const] : [];
  });
  const nothing: Reversal = { wanted: state, conflicts: [] };
  if (open.length === 0) return nothing;
  const since = Math.min(...open.map(([, target]) => target.since));
  const existence = new Map(open).get(EXISTENCE);
  // Of a record that stays, what is undone already concerns nobody; one that is deleted goes with all that is in it.
  const concerns = ({ undone }: Cell) => existence?.value === false || command === 'redo' || undone.length === 0;
  const edit = [...cells.values()]
    .flatMap((cell) => (cell.edit && cell.edit.change > since && concerns(cell) ? cell.edit : []))
    .reduce<PastRevision | undefined>((last, each) => (last && last.change > each.change ? last : each), undefined);
  const existing = cells.get(EXISTENCE)?.edit ?? edit;
  const refused = (kind: Conflict['kind'], by: PastRevision | undefined, path = ''): Reversal =>
    by ? { wanted: state, conflicts: [conflictOf(past, path, kind, by)] } : nothing;
  const isDeleted = state === null;
  if (existence?.value === false) {
    // What is gone already needs nothing, but whoever has not said that they know of it is told.
    if (isDeleted) return choice === 'refuse' ? refused('removed', existing) : nothing;
    return edit && choice !== 'overwrite' ? refused('changed', edit) : { wanted: null, conflicts: [] };
  }
  if (choice !== 'overwrite') {
    if (existence ? !isDeleted : isDeleted) return refused(isDeleted ? 'removed' : 'created', existing);
    if (choice === 'refuse' && edit) return refused('changed', edit);
  }
  const base = existence ? existence.state : isDeleted ? removed : state;
  if (!base)
    return refused(
      'gone',
      past.revisions.findLast(({ fields }) => fields === null),
    );
  const wanted = { ...base };
  const conflicts: Conflict[] = [];
  for (const [name, { value, gone, edit: by }] of open) {
    if (name === EXISTENCE) continue;
    if (gone) conflicts.push(conflictOf(past, name === UNKNOWN ? '' : name, 'gone', gone));
    else if (by && choice !== 'overwrite') conflicts.push(conflictOf(past, name, 'changed', by));
    else wanted[name] = value;
  }
  return { wanted, conflicts };
}

type Target = Pick<Taken, 'value' | 'state' | 'gone'> & { since: number };

const targetOfUndo = ({ former, undone }: Cell, since: number): Target | undefined =>
  former && undone.length === 0 ? { ...former, since } : undefined;

const targetOfRedo = ({ undone: [first] }: Cell): Target | undefined => first && { ...first, since: first.change };

const conflictOf = (
  { resource, publicId }: RecordPast,
  path: string,
  kind: Conflict['kind'],
  by: PastRevision,
): Conflict => ({ resource, publicId, path, kind, by });
