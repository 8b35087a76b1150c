import { type Run, transaction } from '../../store/database';
import { type ApplyRequest, type ApplyResult, applyWithin, settleRefusals } from '../applying/apply';
import type { PlanRefusal } from '../applying/refusals';
import type { Change } from '../types';
import type { RestoreStep } from './step';
import type { Conflict } from './walk';

/** How many changes, conflicts and refusals a result lists. */
const MAX_LISTED = 1_000;

/** What a restore does, or would do. */
export interface RestoreResult extends ApplyResult {
  /** How many records differ. */
  count: number;
  /** The first of them. */
  changes: Change[];
  /** The first conflicts; if these are to be refused, nothing was done. */
  conflicts: Conflict[];
  conflictCount: number;
}

/** The steps of a restore, read several times within one transaction. */
export type RestoreSteps = () => AsyncIterable<RestoreStep>;

/** How to apply the steps. */
export type RestoreRequest = Omit<ApplyRequest, 'changes'> & {
  /** Whether a conflict refuses everything. */
  refusesConflicts: boolean;
};

/** Looks at all steps, and applies them unless something speaks against it. The last part of a transaction of `settleRestore`. */
export async function perform(
  steps: RestoreSteps,
  { refusesConflicts, ...request }: RestoreRequest,
  run: Run,
  survey: RestoreResult,
): Promise<ApplyResult> {
  for await (const { change, conflicts, refusal } of steps()) {
    if (change) {
      survey.count += 1;
      if (survey.changes.length < MAX_LISTED) survey.changes.push(change);
    }
    survey.conflictCount += conflicts.length;
    survey.conflicts.push(...conflicts.slice(0, MAX_LISTED - survey.conflicts.length));
    if (refusal && survey.refusals.length < MAX_LISTED) survey.refusals.push(refusal);
  }
  const isRefused = survey.refusals.length > 0 || (refusesConflicts && survey.conflictCount > 0);
  if (isRefused || survey.count === 0) return { refusals: survey.refusals };
  return applyWithin({ ...request, changes: () => changesIn(steps()) }, run);
}

/** Runs a restore in a transaction; the survey is filled even if everything is rolled back. */
export async function settleRestore(
  work: (run: Run, survey: RestoreResult) => Promise<ApplyResult>,
): Promise<RestoreResult> {
  let survey = newSurvey();
  const applied = await settleRefusals(() =>
    transaction((run) => {
      survey = newSurvey();
      return work(run, survey);
    }),
  );
  return { ...survey, ...applied };
}

const newSurvey = (): RestoreResult => ({
  count: 0,
  changes: [],
  conflicts: [],
  conflictCount: 0,
  refusals: [] as PlanRefusal[],
});

async function* changesIn(steps: AsyncIterable<RestoreStep>): AsyncIterable<Change> {
  for await (const { change } of steps) if (change) yield change;
}
