import { isEqual, type Json } from '../../common/json';
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
   * `undone`: the batch was undone; `takenBack`: a restore did the opposite; `restored`: a record went back to what the change left;
   * `unknown`: one of both, history no longer holds which.
   */
  effect: 'undone' | Way | 'unknown';
}

type Way = 'takenBack' | 'restored';

/** How many later changes are told. */
const MAX_LATER = 50;

/** What became of a change: its first undos and restores, the earliest first, and how many more there are. */
export async function laterChanges(change: number): Promise<{ later: LaterChange[]; more: number }> {
  const found = await changesReverting(change, run);
  const later: LaterChange[] = [];
  for (const each of found.slice(0, MAX_LATER))
    later.push({ ...each, effect: each.kind === 'undo' ? 'undone' : await effectOf(each.change, change) });
  return { later, more: found.length - later.length };
}

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
