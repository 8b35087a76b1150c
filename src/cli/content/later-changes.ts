import { isEqual, type Json } from '../../common/json';
import type { AppliedBatch } from '../../plugins/rostra/server/src/store/batches/batches';
import { run } from '../../plugins/rostra/server/src/store/database';
import {
  type ChangeDetails,
  changesReverting,
  type RevisionOfChange,
  revisionsIn,
} from '../../plugins/rostra/server/src/store/history/change-details';
import { recordsOfChanges } from '../../plugins/rostra/server/src/store/history/past';

/** A later change that goes back on that of a batch. */
export interface LaterChange extends ChangeDetails {
  /**
   * `undone`, `doneAgain`: what the import did, or the rest of it, in parts if something of it stood, or was undone, afterwards;
   * `takenBack`: a restore did the opposite, or a redo that of an undo; `restored`: a record went back to what the change left; `unknown`:
   * one of both, history no longer holds which.
   */
  effect: 'undone' | 'undoneInPart' | 'doneAgain' | 'doneAgainInPart' | Way | 'unknown';
}

type Way = 'takenBack' | 'restored';

/** How many later changes are told. */
const MAX_LATER = 50;

/** What became of a batch: the first changes that went back on it, the earliest first, and how many more there are. */
export async function laterChanges({
  number,
  kind,
  change,
  undoes,
  redoes,
}: AppliedBatch): Promise<{ later: LaterChange[]; more: number }> {
  if (change === null) return { later: [], more: 0 };
  const found = await changesReverting({ number, kind, change, import: undoes ?? redoes ?? number }, run);
  const later: LaterChange[] = [];
  for (const { isPart, ...each } of found.slice(0, MAX_LATER)) {
    const effect =
      each.batch === null
        ? await effectOf(each.change, change)
        : kind === 'import'
          ? REVERSALS[each.kind === 'undo' ? 'undo' : 'redo'][isPart ? 'part' : 'whole']
          : 'takenBack';
    later.push({ ...each, effect });
  }
  return { later, more: found.length - later.length };
}

const REVERSALS = {
  undo: { whole: 'undone', part: 'undoneInPart' },
  redo: { whole: 'doneAgain', part: 'doneAgainInPart' },
} as const;

/** Which way a restore went, by its first records that the former change has: all went the same way. */
async function effectOf(restore: number, former: number): Promise<Way | 'unknown'> {
  for await (const { resource, publicIds } of recordsOfChanges([restore], run)) {
    const of = async (change: number) => {
      const revisions = await revisionsIn(change, resource, publicIds, run);
      return new Map(revisions.map((each) => [each.publicId, each]));
    };
    const [formers, restores] = [await of(former), await of(restore)];
    for (const [publicId, revision] of formers) {
      const later = restores.get(publicId);
      const way = later && wayOf(revision, later);
      if (way) return way;
    }
    if (formers.size > 0) break;
  }
  return 'unknown';
}

/** Whether a later revision did the opposite of a former one or went back to it, as far as at least one field tells; undefined if none does. */
export function wayOf(former: RevisionOfChange, later: RevisionOfChange): Way | undefined {
  if (former.action !== 'change')
    return later.action === (former.action === 'create' ? 'remove' : 'create') ? 'takenBack' : 'restored';
  if (later.action !== 'change') return undefined;
  for (const [name, value] of Object.entries(former.fields ?? {})) {
    const [before, after] = sidesOf(value);
    const [, current] = sidesOf(later.fields?.[name]);
    if (current === undefined || before === undefined || isEqual(before, after)) continue;
    if (isEqual(current, before)) return 'takenBack';
    if (isEqual(current, after)) return 'restored';
  }
  return undefined;
}

/** The value of a field before and after a change; none if it was erased. */
const sidesOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
