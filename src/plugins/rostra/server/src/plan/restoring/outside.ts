import { groupBy, slicesOf } from '../../../../../../common/maps';
import { referrersOf } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import { statesIn } from '../../store/batches/parts';
import type { Run } from '../../store/database';
import { changesSince, type LastChange } from '../../store/history/last-changes';
import { rowIdsOf } from '../../store/read-many';
import { publicIdsReferring } from '../../store/referrers';
import { fieldOf } from '../references';

/** How many records one statement reads. */
const CHUNK = 500;

/**
 * The fields through which people have come to use some records of a change since, in records that it did not write. One statement for each
 * way to refer to them, a few more for what is found.
 */
export async function findOutside(
  target: Resource,
  { publicIds, change }: { publicIds: number[]; change: number },
  run: Run,
): Promise<LastChange[]> {
  if (publicIds.length === 0) return [];
  const needs: LastChange[] = [];
  const rows = await rowIdsOf(target, publicIds, run);
  for (const [resource, ways] of groupBy(referrersOf(target.kind), (each) => each.resource)) {
    if (resource.hasPrivateHistory) continue;
    for (const referring of ways)
      for (const some of slicesOf(await publicIdsReferring(referring, rows, run), CHUNK)) {
        const written = await statesIn(change, { resource: resource.name, publicIds: some }, run);
        const path = fieldOf(referring.field);
        const fields = some
          .filter((publicId) => !written.has(publicId))
          .map((publicId) => ({ resource: resource.name, publicId, path }));
        if (fields.length > 0) needs.push(...(await changesSince(fields, change, run)));
      }
  }
  return needs;
}
