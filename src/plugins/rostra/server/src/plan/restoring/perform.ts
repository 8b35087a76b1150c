import { createHash } from 'node:crypto';
import { writeSlices } from '../../../../../../common/concurrency/time-slices';
import { type Run, transaction } from '../../store/database';
import { currentOrigin } from '../../store/history/origin';
import { holdImports, lockImports } from '../../store/import-lock';
import { type ApplyRequest, type ApplyResult, applyWithin, settleRefusals } from '../applying/apply';
import type { PlanRefusal } from '../applying/refusals';
import type { Change, Counts, StoredStates } from '../types';
import type { RestoreStep } from './step';
import type { Conflict } from './walk';

const COUNTED = { create: 'created', change: 'changed', remove: 'removed' } as const;

/** How many changes, conflicts and refusals a result lists. */
const MAX_LISTED = 1_000;

/** What a restore does, or would do. */
export interface RestoreResult extends ApplyResult {
  /** How many records differ. */
  count: number;
  /** How many of each resource it creates, changes and removes. */
  counts: Record<string, Counts>;
  /** The first of them. */
  changes: Change[];
  /** Identifies all of them. */
  digest: string;
  /** The first records that stay as they are, and why: the sender asked for that. */
  left: PlanRefusal[];
  /** Whether a note is missing that it needs; only of a dry run that may lack it. */
  needsNote: boolean;
  /** Whether all refusals are of other records that exist, which could be left as they are. */
  canLeave: boolean;
  /** The first conflicts; if these are to be refused, nothing was done. */
  conflicts: Conflict[];
  conflictCount: number;
}

/**
 * Errors: when the sender may not make this change; called for each one before any is made. `isReturn`: it only gives back what the
 * deletion of another record took, which needed no permission to write this one.
 */
export type Permit = (change: Change, isReturn: boolean) => void;

/** The steps of a restore, read several times within one transaction. */
export type RestoreSteps = () => AsyncIterable<RestoreStep>;

/** Hears of all steps, also beyond what a result lists; `begin` is called before the first one, of each attempt. */
export interface StepListener {
  begin(): void;
  add(step: Pick<RestoreStep, 'conflicts' | 'refusal'>): void;
}

/** How to apply the steps. */
export type RestoreRequest = Omit<ApplyRequest, 'changes'> & {
  /** Whether a conflict refuses everything. */
  refusesConflicts: boolean;
  permit?: Permit | undefined;
  listener?: StepListener | undefined;
};

/**
 * Looks at all steps, and applies them unless something speaks against it. The last part of a transaction of `settleRestore`. Errors:
 * those of `permit`.
 */
export async function perform(
  steps: RestoreSteps,
  { refusesConflicts, permit, listener, ...request }: RestoreRequest,
  run: Run,
  survey: RestoreResult,
): Promise<ApplyResult> {
  const digest = createHash('sha256');
  const yieldToOthers = writeSlices();
  listener?.begin();
  for await (const { change, isReturn = false, conflicts, refusal, left } of steps()) {
    if (change) {
      permit?.(change, isReturn);
      digest.update(JSON.stringify(change));
      count(survey, change);
      if (survey.changes.length < MAX_LISTED) survey.changes.push(change);
    }
    listener?.add({ conflicts, ...(refusal && { refusal }) });
    survey.conflictCount += conflicts.length;
    survey.conflicts.push(...conflicts.slice(0, MAX_LISTED - survey.conflicts.length));
    if (refusal && survey.refusals.length < MAX_LISTED) survey.refusals.push(refusal);
    if (left && survey.left.length < MAX_LISTED) survey.left.push(left);
    await yieldToOthers();
  }
  survey.digest = digest.digest('hex').slice(0, 32);
  const isRefused = survey.refusals.length > 0 || (refusesConflicts && survey.conflictCount > 0);
  if (isRefused || survey.count === 0) return { refusals: survey.refusals };
  const stored: StoredStates = new WeakMap();
  return applyWithin({ ...request, stored, changes: () => changesIn(steps(), stored) }, run);
}

function count(survey: RestoreResult, { resource, action }: Change): void {
  const counts = survey.counts[resource] ?? { created: 0, changed: 0, removed: 0, unchanged: 0 };
  counts[COUNTED[action]] += 1;
  survey.counts[resource] = counts;
  survey.count += 1;
}

/**
 * Runs a restore in a transaction; the survey is filled even if everything is rolled back. `waits` for an import to end: commands and
 * undos do. Errors: CONFLICT with BUSY otherwise.
 */
export async function settleRestore(
  work: (run: Run, survey: RestoreResult) => Promise<ApplyResult>,
  waits = currentOrigin()?.door === 'command',
): Promise<RestoreResult> {
  let survey = newSurvey();
  const applied = await settleRefusals(() =>
    transaction(async (run) => {
      // Before any record is locked: an import that waits for one would wait for this restore, and the restore for the import.
      await (waits ? lockImports(run) : holdImports(run));
      survey = newSurvey();
      return work(run, survey);
    }),
  );
  return { ...survey, ...applied };
}

const newSurvey = (): RestoreResult => ({
  count: 0,
  counts: {},
  changes: [],
  digest: '',
  conflicts: [],
  conflictCount: 0,
  refusals: [],
  left: [],
  canLeave: false,
  needsNote: false,
});

/** The changes of steps; adds what they change to `states`. */
async function* changesIn(steps: AsyncIterable<RestoreStep>, states: StoredStates): AsyncIterable<Change> {
  const yieldToOthers = writeSlices();
  for await (const { change, stored } of steps) {
    await yieldToOthers();
    if (change && stored) states.set(change, stored);
    if (change) yield change;
  }
}
