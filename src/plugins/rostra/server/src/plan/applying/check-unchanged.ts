import { canonicalRecord } from '../../operations/record';
import { resourceByName } from '../../resource/registry';
import type { Run } from '../../store/database';
import { lockStoredRecords } from '../../store/read-many';
import { fingerprint } from '../fingerprint';
import { type SideEffect, sideEffectsOfChange } from '../side-effects';
import type { Change } from '../types';
import { CHANGED, DELETED, type PlanRefusal, refuse } from './refusals';

/**
 * Locks all records that a plan changes or removes and refuses those that are not as the plan found them. Runs before
 * anything is written, because writing one record can change others; returns these side effects, too.
 */
export async function checkUnchanged(
  chunks: AsyncIterable<Change[]>,
  run: Run,
): Promise<{ refusals: PlanRefusal[]; sideEffects: SideEffect[]; isEmpty: boolean }> {
  const refusals: PlanRefusal[] = [];
  const sideEffects: SideEffect[] = [];
  let isEmpty = true;
  for await (const changes of chunks) {
    const [first] = changes;
    isEmpty = false;
    if (!first || first.action === 'create') continue;
    const resource = resourceByName(first.resource);
    const publicIds = changes.map(({ number }) => number);
    const rows = await lockStoredRecords(resource, publicIds, run);
    const records = new Map(rows.map(({ publicId, text }) => [publicId, canonicalRecord(resource, text).record]));
    for (const change of changes) {
      const stored = records.get(change.number);
      if (stored === undefined) refuse(refusals, change, [DELETED]);
      else if (fingerprint(stored) !== change.before) refuse(refusals, change, [CHANGED]);
      else sideEffects.push(...sideEffectsOfChange(resource, stored, change.to));
    }
  }
  return { refusals, sideEffects, isEmpty };
}
