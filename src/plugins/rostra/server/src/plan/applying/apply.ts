import { definedIn } from '../../../../../../common/maps';
import { emitAfterCommit } from '../../../../../../strapi/write-events';
import { resourceByName } from '../../resource/registry';
import { type BatchKind, createBatch, storeChange } from '../../store/batches/batches';
import { analyze, preferIndexes } from '../../store/bulk/planner';
import { type Run, transaction } from '../../store/database';
import { deferTitles, writeDeferredTitles } from '../../store/deferred-titles';
import { recordEmptyChange } from '../../store/history/empty-change';
import { addToOrigin, currentOrigin } from '../../store/history/origin';
import { recordNow } from '../../store/history/past';
import { lockImports } from '../../store/import-lock';
import { inChunks } from '../chunks';
import type { Change, Identified, Said, StoredStates } from '../types';
import { checkUnchanged } from './check-unchanged';
import { removeOmittedChildren } from './children';
import type { ApplyContext } from './context';
import { noteIdentified, refuseRivals } from './identify';
import { createRows } from './new-rows';
import { lockNoted, noteSaid, type RecordSets } from './note-said';
import type { PlanRefusal } from './refusals';
import { refuseApplied } from './refusals';
import { removeRecords } from './remove';
import { writeChanges } from './write';

/** The result of applying a plan: the number of its batch and its change (undefined if nothing differs), or the refusals. */
export interface ApplyResult {
  batch?: number;
  change?: number;
  refusals: PlanRefusal[];
  /** How many identifiers at the source of an import are noted. */
  identified?: number;
}

/** Called as changes are written, with the number of a resource's records written so far. */
export type WriteProgress = (resource: string, records: number) => void;

/** What to apply, and how. */
export interface ApplyRequest {
  kind: BatchKind | 'restore';
  /** A name for people: the files of the import, or the batch to undo. */
  label: string;
  /** The change that this one takes back, or brings records back from. */
  reverts?: number;
  /** Why, in the actor's words. */
  note?: string;
  /** The number of the batch to undo. */
  undoes?: number;
  /** The number of the batch to do again. */
  redoes?: number;
  /** The plan's id: a plan is applied once, or again after being undone. */
  plan?: string;
  /** Fields by which records without public id were matched. */
  match?: string[];
  /** The changes; read several times. */
  changes(): AsyncIterable<Change>;
  /** What is to be noted of the input of an import. */
  said?(): AsyncIterable<Said>;
  /** The name of the source of an import, and the identifiers that records have there. */
  sourceName?: string;
  identified?(): AsyncIterable<Identified>;
  /** The records that it changes, if this transaction has locked and read them: there are some, and they are as the plan found them. */
  stored?: StoredStates;
  progress?: WriteProgress;
  /** Only tries: rolls everything back at the end. */
  isDryRun?: boolean;
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
 * undone. Errors: PlanFileError for a plan that has been applied.
 */
export async function applyPlan(request: ApplyRequest): Promise<ApplyResult> {
  return settleRefusals(() => transaction((run) => applyWithin(request, run)));
}

/** Runs a transaction that applies a plan; its refusals are a result. */
export async function settleRefusals(work: () => Promise<ApplyResult>): Promise<ApplyResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusedError) return { refusals: error.refusals };
    throw error;
  }
}

/** Applies a plan as the last part of a transaction, for use within `settleRefusals`. */
export async function applyWithin(request: ApplyRequest, run: Run): Promise<ApplyResult> {
  await preferIndexes(run);
  // A restore holds it already, so as to read what it is about to change.
  if (request.kind !== 'restore') await lockImports(run);
  if (request.plan) await refuseApplied(request.plan, run);
  const refusals: PlanRefusal[] = [];
  let changed: RecordSets = new Map();
  if (!request.stored) {
    const unchanged = await checkUnchanged(chunksOf(request), run);
    const taken = await refuseRivals(request, run);
    if (unchanged.refusals.length + taken.length > 0) throw new RefusedError([...unchanged.refusals, ...taken]);
    changed = await lockNoted(request, run);
    if (unchanged.isEmpty) {
      const noted = { changed, change: undefined, publicIdOf: (publicId: number) => publicId };
      await noteSaid(request, noted, run);
      return { refusals, identified: await noteIdentified(request, noted, run) };
    }
  }
  await deferTitles(run);
  const created = await createRows(request, run);
  if (created.refusals.length > 0) throw new RefusedError(created.refusals);
  const batch = await beginChange(request, run);
  const context: ApplyContext = { created, refusals, omittedChildren: [], touched: new Set(), run };
  if (request.kind === 'restore') Object.assign(context, { writer: currentUser(), writes: [], stored: request.stored });
  await removeRecords(context, await writeAll(context, request));
  await removeOmittedChildren(context);
  if (refusals.length > 0 || request.isDryRun) throw new RefusedError(refusals);
  // History reads every written record: it needs statistics on the rows of this transaction.
  if (batch !== undefined) for (const resource of context.touched) await analyze(resource, run);
  await writeDeferredTitles(run);
  if (context.writes) emitAfterCommit(context.writes);
  const change = await recordNow(run);
  if (batch !== undefined) await storeChange(batch, change, run);
  const noted = { changed, change, publicIdOf: created.publicIdOf };
  await noteSaid(request, noted, run);
  const identified = await noteIdentified(request, noted, run);
  return { refusals, identified, ...definedIn({ batch, change }) };
}

/**
 * Records that a plan whose records are as it wants them was applied all the same, as a batch whose change has no records. Returns its
 * number.
 */
export async function applyEmpty(request: ChangeRequest, change: number, run: Run): Promise<number | undefined> {
  const batch = await beginChange(request, run);
  await recordEmptyChange(change, run);
  if (batch !== undefined) await storeChange(batch, change, run);
  return batch;
}

type ChangeRequest = Omit<ApplyRequest, 'changes'>;

/** Stores the batch of a change, which a restore does not have, and tells the transaction what it is; returns its number. */
async function beginChange(request: ChangeRequest, run: Run): Promise<number | undefined> {
  const { kind, reverts, note } = request;
  const batch = kind === 'restore' ? undefined : await createBatch({ ...request, kind }, run);
  // To history, what does a batch again is a restore that has a batch.
  await addToOrigin({ kind: kind === 'redo' ? 'restore' : kind, ...definedIn({ batch, reverts, note }) }, run);
  return batch;
}

/** The row of the API's user who makes the current change; null for anybody else. */
function currentUser(): number | null {
  const by = currentOrigin()?.by;
  return by?.kind === 'user' ? (by.id ?? null) : null;
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
