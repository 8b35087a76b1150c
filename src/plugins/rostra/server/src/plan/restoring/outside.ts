import { groupBy, slicesOf } from '../../../../../../common/maps';
import { referrersOf } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { changesSince, type LastChange } from '../../store/history/last-changes';
import { rowIdsOf } from '../../store/read-many';
import { publicIdsReferring } from '../../store/referrers';
import { fieldOf } from '../references';
import type { BatchChanges } from './batch-cells';

/** How many records one statement reads. */
const CHUNK = 500;

/**
 * The fields through which people have come to use some records since a batch: neither it nor what undid it wrote them last. One statement
 * for each way to refer to them, and one for each chunk of what refers to them.
 */
export async function findOutside(
  target: Resource,
  { publicIds, batch: { change, undos, redos } }: { publicIds: number[]; batch: BatchChanges },
  run: Run,
): Promise<LastChange[]> {
  if (publicIds.length === 0) return [];
  const needs: LastChange[] = [];
  const rows = await rowIdsOf(target, publicIds, run);
  const isOwn = ({ by }: LastChange) => by.change === change || undos.has(by.change) || redos.has(by.change);
  for (const [{ name: resource, hasPrivateHistory }, ways] of groupBy(
    referrersOf(target.kind),
    (each) => each.resource,
  )) {
    if (hasPrivateHistory) continue;
    for (const referring of ways)
      for (const some of slicesOf(await publicIdsReferring(referring, rows, run), CHUNK)) {
        const fields = some.map((publicId) => ({ resource, publicId, path: fieldOf(referring.field) }));
        needs.push(...(await changesSince(fields, change, run)).filter((each) => !isOwn(each)));
      }
  }
  return needs;
}
