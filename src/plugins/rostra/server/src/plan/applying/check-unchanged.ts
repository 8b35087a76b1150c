import { resourceByName } from '../../resource/registry';
import type { Run } from '../../store/database';
import { hashesOf } from '../../store/history/past';
import { lockRecords } from '../../store/read-many';
import type { Change } from '../types';
import { CHANGED, DELETED, type PlanRefusal, refuse } from './refusals';

/**
 * Locks all records that a plan changes or removes and refuses those that are not as the plan found them. Runs before anything
 * is written, because writing one record can change others.
 */
export async function checkUnchanged(
  chunks: AsyncIterable<Change[]>,
  run: Run,
): Promise<{ refusals: PlanRefusal[]; isEmpty: boolean }> {
  const refusals: PlanRefusal[] = [];
  let isEmpty = true;
  for await (const changes of chunks) {
    const [first] = changes;
    isEmpty = false;
    if (!first || first.action === 'create') continue;
    const publicIds = changes.map(({ number }) => number);
    await lockRecords(resourceByName(first.resource), publicIds, run);
    const hashes = await hashesOf(first.resource, publicIds, run);
    for (const change of changes) {
      const hash = hashes.get(change.number);
      if (hash === undefined) refuse(refusals, change, [DELETED]);
      else if (hash !== change.before) refuse(refusals, change, [CHANGED]);
    }
  }
  return { refusals, isEmpty };
}
