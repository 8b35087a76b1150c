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
  /** `undone`: the batch was undone; `takenBack`: a restore did the opposite; `restored`: a record went back to what the change left. */
  effect: 'undone' | 'takenBack' | 'restored';
}

/** What became of a change: its undos and restores, the earliest first. */
export async function laterChanges(change: number): Promise<LaterChange[]> {
  const found = await changesReverting(change, run);
  const later: LaterChange[] = [];
  for (const each of found)
    later.push({ ...each, effect: each.kind === 'undo' ? 'undone' : await effectOf(each.change, change) });
  return later;
}

/** Which way a restore went, by its first records that the former change has: all went the same way. */
async function effectOf(restore: number, former: number): Promise<'takenBack' | 'restored'> {
  for await (const { resource, publicIds } of recordsOfChanges([restore], run)) {
    const of = async (change: number) => {
      const revisions = await revisionsIn(change, resource, publicIds, run);
      return new Map(revisions.map((each) => [each.publicId, each]));
    };
    const [formers, restores] = [await of(former), await of(restore)];
    for (const [publicId, revision] of formers) {
      const later = restores.get(publicId);
      if (later && isOpposite(revision, later)) return 'takenBack';
    }
    if (formers.size > 0) break;
  }
  return 'restored';
}

/** Whether a later revision did the opposite of a former one, at least to one field. */
export function isOpposite(former: RevisionOfChange, later: RevisionOfChange): boolean {
  if (former.action !== 'change') return later.action === (former.action === 'create' ? 'remove' : 'create');
  if (later.action !== 'change') return false;
  return Object.entries(former.fields ?? {}).some(([name, value]) => {
    const [before, after] = sidesOf(value);
    const [, current] = sidesOf(later.fields?.[name]);
    return current !== undefined && isEqual(current, before) && !isEqual(current, after);
  });
}

/** The value of a field before and after a change; none if it was erased. */
const sidesOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
