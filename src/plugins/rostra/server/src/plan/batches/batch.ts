import { pick } from '../../../../../../common/json';
import { canonicalRecord } from '../../operations/record';
import type { Resource } from '../../resource/resource';
import { batchOfPlan, undoOf } from '../../store/batches/batches';
import {
  addChanges,
  changedPublicIds,
  changesOfBatch,
  type SealedChange,
  sealChanges,
} from '../../store/batches/changes';
import type { Run } from '../../store/database';
import { lockStoredRecords, readStoredRecords } from '../../store/read-many';
import { PlanFileError } from '../file';
import { fingerprint } from '../fingerprint';
import type { SideEffect } from '../side-effects';
import type { Change } from '../types';

/** Thrown for a batch that cannot be undone: it does not exist, has been undone, or undoes another one. */
export class UndoError extends Error {}

/** Refuses a plan that has been applied and not undone: it would create its new records twice. Errors: PlanFileError. */
export async function refuseApplied(plan: string, run: Run): Promise<void> {
  const batch = await batchOfPlan(plan, run);
  if (batch !== undefined) throw new PlanFileError(`This plan has been applied: batch ${batch}.`);
}

/** Refuses to undo a batch a second time. Errors: UndoError. */
export async function refuseUndone(batch: number, run: Run): Promise<void> {
  const undo = await undoOf(batch, run);
  if (undo !== undefined) throw new UndoError(`Batch ${batch} was undone by batch ${undo}.`);
}

/** Stores the fields of side effects as they are now, so that undoing restores them. Returns the resources concerned. */
export async function addSideEffects(batch: number, sideEffects: SideEffect[], run: Run): Promise<Set<Resource>> {
  const concerned = new Set<Resource>();
  for (const { resource, publicIds, fields } of sideEffects) {
    if (publicIds.length === 0) continue;
    concerned.add(resource);
    const stored = await lockStoredRecords(resource, publicIds, run);
    const changes = stored.map(({ publicId, text }) => {
      const { record } = canonicalRecord(resource, text);
      return { resource: resource.name, number: publicId, action: 'change' as const, from: pick(record, fields) };
    });
    await addChanges(batch, changes, run);
  }
  return concerned;
}

/** Stores the fingerprint of each written record, by which undoing tells whether it has changed since. */
export async function sealBatch(batch: number, touched: Iterable<Resource>, run: Run): Promise<void> {
  for (const resource of touched) {
    for await (const publicIds of changedPublicIds(batch, resource.name, run)) {
      const stored = await readStoredRecords(resource, publicIds, run);
      const fingerprints = stored.map(({ publicId, text }) => ({
        number: publicId,
        after: fingerprint(canonicalRecord(resource, text).record),
      }));
      await sealChanges(batch, resource.name, fingerprints, run);
    }
  }
}

/** The changes that undo a batch; records that it created are removed last. */
export async function* inverseChanges(batch: number, run: Run): AsyncIterable<Change> {
  for (const action of ['change', 'create'] as const) {
    for await (const change of changesOfBatch(batch, action, run)) yield inverseOf(change);
  }
}

/** The change that undoes another one. */
export function inverseOf({ resource, number, action, from, after }: SealedChange): Change {
  const origin = { file: '', record: 0, before: after, resource, number };
  return action === 'create'
    ? { ...origin, action: 'remove', from: {}, to: {} }
    : { ...origin, action: 'change', from: {}, to: from };
}
