import { resourceByName } from '../../resource/registry';
import { type BatchKind, createBatch, storeCounts } from '../../store/batches/batches';
import { analyze, preferIndexes } from '../../store/bulk/planner';
import { type Run, transaction } from '../../store/database';
import { deferTitles, writeDeferredTitles } from '../../store/deferred-titles';
import { lockImports } from '../../store/import-lock';
import { addSideEffects, refuseApplied, refuseUndone, sealBatch } from '../batches/batch';
import { inChunks } from '../chunks';
import type { Change } from '../types';
import { checkUnchanged } from './check-unchanged';
import { removeOmittedChildren } from './children';
import type { ApplyContext } from './context';
import { createRows } from './new-rows';
import type { PlanRefusal } from './refusals';
import { removeRecords } from './remove';
import { writeChanges } from './write';

/** The result of applying a plan: the number of its batch (undefined if it has no changes), or the refusals. */
export interface ApplyResult {
  batch?: number;
  refusals: PlanRefusal[];
}

/** Called as changes are written, with the number of a resource's records written so far. */
export type WriteProgress = (resource: string, records: number) => void;

/** What to apply, and how. */
export interface ApplyRequest {
  kind: BatchKind;
  /** A name for people: the files of the import, or the batch to undo. */
  label: string;
  /** The number of the batch to undo. */
  undoes?: number;
  /** The plan's id: a plan is applied once, or again after being undone. */
  plan?: string;
  /** Fields by which records without public id were matched. */
  match?: string[];
  /** The changes; read several times. */
  changes(): AsyncIterable<Change>;
  progress?: WriteProgress;
}

/** Thrown to roll everything back. */
class RefusedError extends Error {
  constructor(readonly refusals: PlanRefusal[]) {
    super('refused');
  }
}

/**
 * Applies a plan in one transaction, or nothing of it if any of its records has changed since or cannot be written. New
 * records get their rows first, so that records can refer to each other in circles; then fields, links and nested rows are
 * written, and last, records to be removed and omitted children are deleted. The result is stored as a batch that can be
 * undone. Errors: PlanFileError for a plan that has been applied, UndoError for a batch that has been undone.
 */
export async function applyPlan(request: ApplyRequest): Promise<ApplyResult> {
  try {
    const batch = await transaction((run) => applyWith(request, run));
    return batch === undefined ? { refusals: [] } : { batch, refusals: [] };
  } catch (error) {
    if (error instanceof RefusedError) return { refusals: error.refusals };
    throw error;
  }
}

async function applyWith(request: ApplyRequest, run: Run): Promise<number | undefined> {
  await preferIndexes(run);
  await lockImports(run);
  if (request.plan) await refuseApplied(request.plan, run);
  if (request.undoes) await refuseUndone(request.undoes, run);
  const { refusals, sideEffects, isEmpty } = await checkUnchanged(chunksOf(request), run);
  if (refusals.length > 0) throw new RefusedError(refusals);
  if (isEmpty) return undefined;
  await deferTitles(run);
  const created = await createRows(request, run);
  if (created.refusals.length > 0) throw new RefusedError(created.refusals);
  const batch = await createBatch(request, run);
  const isUndo = request.kind === 'undo';
  const context: ApplyContext = { batch, created, refusals, omittedChildren: [], touched: new Set(), run };
  // The former values must be stored before anything is written.
  if (!isUndo) for (const resource of await addSideEffects(batch, sideEffects, run)) context.touched.add(resource);
  await removeRecords(context, await writeAll(context, request));
  await removeOmittedChildren(context);
  if (refusals.length > 0) throw new RefusedError(refusals);
  // Sealing reads every written record: it needs statistics on the rows of this transaction.
  for (const resource of context.touched) await analyze(resource, run);
  if (!isUndo) await sealBatch(batch, context.touched, run);
  await storeCounts(batch, run);
  await writeDeferredTitles(run);
  return batch;
}

/** Writes all new and changed records; returns the changes that remove some. */
async function writeAll(context: ApplyContext, request: ApplyRequest): Promise<Change[]> {
  const removals: Change[] = [];
  const done = new Map<string, number>();
  for await (const changes of chunksOf(request)) {
    const { resource = '', action } = changes[0] ?? {};
    if (action === 'remove') removals.push(...changes);
    else await writeChanges(context, resourceByName(resource), changes);
    done.set(resource, (done.get(resource) ?? 0) + changes.length);
    request.progress?.(resource, done.get(resource) ?? 0);
  }
  return removals;
}

/** Chunks of changes of one resource and action. */
const chunksOf = ({ changes }: ApplyRequest): AsyncIterable<Change[]> =>
  inChunks(changes(), {
    contentOf: ({ from, to }) => [from, to],
    isBoundary: (first, next) => first.resource !== next.resource || first.action !== next.action,
  });
