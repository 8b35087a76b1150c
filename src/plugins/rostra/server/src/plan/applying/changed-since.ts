import { canonical } from '../../operations/record';
import type { Run } from '../../store/database';
import { readStoredOf } from '../../store/read';
import { fingerprint } from '../fingerprint';
import { type Losing, othersOf } from '../side-effects';
import type { Change } from '../types';
import { CHANGED, GONE, named, type Refusal, refuse } from './refusals';

/**
 * Locks the records that a plan changes or removes, before anything is written: what it writes shows in other records, too.
 * Answers those that are not as the plan found them, what will change beside them, and whether there is nothing to be done.
 */
export async function changedSince(
  batches: AsyncIterable<Change[]>,
  run: Run,
): Promise<{ refusals: Refusal[]; beside: Losing[]; isEmpty: boolean }> {
  const refusals: Refusal[] = [];
  const beside: Losing[] = [];
  let isEmpty = true;
  for await (const changes of batches) {
    const [first] = changes;
    isEmpty = false;
    if (!first || first.action === 'create') continue;
    const of = named(first.resource);
    const numbers = changes.map(({ number }) => number);
    const found = new Map(
      (await readStoredOf(of, numbers, run)).map((each) => [each.number, canonical(of, each.stored).record]),
    );
    for (const change of changes) {
      const stored = found.get(change.number);
      if (stored === undefined) refuse(refusals, change, [GONE]);
      else if (fingerprint(stored) !== change.before) refuse(refusals, change, [CHANGED]);
      else beside.push(...othersOf(of, stored, change.to));
    }
  }
  return { refusals, beside, isEmpty };
}
