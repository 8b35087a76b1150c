import { compile, sql } from '../../sql/sql';
import { analyze } from '../../store/analyze';
import type { BatchKind } from '../../store/batches/list';
import { type Run, transaction } from '../../store/database';
import { putOffTitles, writeTitles } from '../../store/title-later';
import { beginBatch, countBatch, refuseTwice, refuseUndone, sealBatch } from '../batches/batch';
import { together } from '../chunks';
import { keepBeside } from '../side-effects';
import type { Change } from '../types';
import { changedSince } from './changed-since';
import { removeLeftOut } from './children';
import { makeRows } from './new-rows';
import { type Applying, named, type Refusal } from './refusals';
import { removeRecords } from './remove';
import { write } from './write';

/** What became of a plan: the batch that it was, none where there was nothing to do, or why nothing was done. */
export interface Applied {
  batch?: number;
  refusals: Refusal[];
}

/** A plan ready to be applied; its changes can be read more than once. */
export interface Work {
  kind: BatchKind;
  /** What people know it by: the files that it was made of, or the batch that it undoes. */
  label: string;
  /** The batch that it undoes. */
  undoes?: number;
  /** The plan's own identifier: it is applied once, until it has been undone. */
  plan?: string;
  /** Fields by which records without identifier were matched. */
  match?: string[];
  changes(): AsyncIterable<Change>;
  progress?(resource: string, records: number): void;
}

/** Thrown to roll everything back. */
class Refused extends Error {
  constructor(readonly refusals: Refusal[]) {
    super('refused');
  }
}

/**
 * Does exactly what a plan says, in one transaction: all of it, or, when a record has changed since or cannot be written,
 * nothing. First every new record gets its row, so that records may refer to each other in circles; then fields, links and
 * nested rows are written; last, children that were left out and records that are to go are deleted. It is kept as a batch
 * that can be undone. Errors: PlanFileError for a plan that has been applied, UndoError for a batch that has been undone.
 */
export async function applyPlan(work: Work): Promise<Applied> {
  try {
    const batch = await transaction((run) => applyWith(work, run));
    return batch === undefined ? { refusals: [] } : { batch, refusals: [] };
  } catch (error) {
    if (error instanceof Refused) return { refusals: error.refusals };
    throw error;
  }
}

async function applyWith(work: Work, run: Run): Promise<number | undefined> {
  await run(patience);
  await run(oneAtATime);
  if (work.plan) await refuseTwice(work.plan, run);
  if (work.undoes) await refuseUndone(work.undoes, run);
  const { refusals, beside, isEmpty } = await changedSince(batched(work), run);
  if (refusals.length > 0) throw new Refused(refusals);
  if (isEmpty) return undefined;
  await putOffTitles(run);
  const made = await makeRows(work, run);
  if (made.refusals.length > 0) throw new Refused(made.refusals);
  const batch = await beginBatch(work, run);
  const isUndo = work.kind === 'undo';
  const applying: Applying = { batch, made, refusals, leftOut: [], touched: new Set(), run };
  // As they are before anything is written.
  if (!isUndo) await keepBeside(applying, beside);
  const doomed: Change[] = [];
  const done = new Map<string, number>();
  for await (const changes of batched(work)) {
    const { resource = '', action } = changes[0] ?? {};
    if (action === 'remove') doomed.push(...changes);
    else await write(applying, named(resource), changes);
    done.set(resource, (done.get(resource) ?? 0) + changes.length);
    work.progress?.(resource, done.get(resource) ?? 0);
  }
  await removeRecords(applying, doomed);
  await removeLeftOut(applying);
  if (refusals.length > 0) throw new Refused(refusals);
  // Within the transaction, too: sealing reads every record that was written.
  for (const of of applying.touched) await analyze(of, run);
  if (!isUndo) await sealBatch(batch, applying.touched, run);
  await countBatch(batch, run);
  await writeTitles(run);
  return batch;
}

/** Changes of one resource and kind that follow each other, some at a time. */
const batched = ({ changes }: Work): AsyncIterable<Change[]> =>
  together(changes(), {
    text: ({ from, to }) => [from, to],
    apart: (first, next) => first.resource !== next.resource || first.action !== next.action,
  });

/** One import at a time. */
const oneAtATime = compile(sql`select pg_advisory_xact_lock(hashtextextended('rostra import', 0))`);

/** Whether an import is being applied, for which another one would wait. */
export async function isImporting(run: Run): Promise<boolean> {
  const [[isFree] = []] = await run(tryOnce);
  return !isFree;
}

/** The statement is a transaction of its own: the lock is given back at once. */
const tryOnce = compile(sql`select pg_try_advisory_xact_lock(hashtextextended('rostra import', 0))`);

/**
 * Tables grow from nothing within the transaction, unknown to the planner, which would read them whole again and again.
 * And an import waits for an editor's save.
 */
const patience = compile(
  sql`select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'auto', true), set_config('jit', 'off', true), set_config('lock_timeout', '0', true)`,
);
