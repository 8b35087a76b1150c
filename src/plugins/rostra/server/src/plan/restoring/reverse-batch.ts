import type { RecordName } from '../../store/batches/parts';
import { type Run, run as runAlone } from '../../store/database';
import { changesSince } from '../../store/history/last-changes';
import type { WriteProgress } from '../applying/apply';
import { CHANGED, DELETED, type PlanRefusal } from '../applying/refusals';
import { fieldOf } from '../references';
import type { Cure } from './missing';
import { perform, type RestoreRequest, type RestoreResult, settleRestore } from './perform';
import { type StepsBackOptions, stepsBack } from './revert';
import type { RestoreStep } from './step';
import { type Conflict, type ConflictChoice, describeConflict } from './walk';

/** How a batch is undone, or done again. */
export interface ReversalOptions {
  /** What happens to what others have changed since: refuse everything, keep it, or take it back, too. Default: `refuse`. */
  edits?: ConflictChoice;
  /** Why, for the history of the records. */
  note?: string;
  /** Only tries; writes nothing. */
  isDryRun?: boolean;
  progress?: WriteProgress;
}

/** What undoing a batch did, or doing it again, or would do. */
export interface BatchReversal extends RestoreResult {
  /** Where records that stay refer to some that would go: what wrote the field last, the batch itself or a later change. */
  blockers: Conflict[];
}

/** Changes to take back in some records. */
interface Target extends Pick<StepsBackOptions, 'changes' | 'reverse'> {
  records(): StepsBackOptions['records'];
  missing?: StepsBackOptions['missing'];
}

/** What to take back of a batch, found within the transaction. */
export interface ReversalPlan {
  request: Pick<RestoreRequest, 'kind' | 'label' | 'undoes' | 'redoes' | 'reverts'>;
  targets: Target[];
  cure: Cure;
  returning: StepsBackOptions['returning'];
  /** Called in the end. `kept`: records of which something stays; `untouched`: those of them that stay wholly. */
  finish(records: { kept: RecordName[]; untouched: RecordName[] }): Promise<void>;
}

/**
 * Takes back what a batch did, or its undo, in one transaction: all of what is asked for, or nothing. Conflicts are refusals, unless
 * `edits` settles them. Errors: those of `prepare`.
 */
export async function reverseBatch(
  { edits = 'refuse', ...options }: ReversalOptions,
  prepare: (run: Run) => Promise<ReversalPlan>,
): Promise<BatchReversal> {
  let since = 0;
  let isInUse = false;
  const result = await settleRestore(async (run, survey) => {
    const { request, targets, cure, returning, finish } = await prepare(run);
    since = targets.flatMap(({ changes }) => changes).reduce((least, each) => Math.min(least, each), Infinity);
    const records = new Map<string, RecordName & { isUntouched: boolean }>();
    const missing = edits === 'keep' ? ('omit' as const) : ('refuse' as const);
    const steps = async function* (): AsyncIterable<RestoreStep> {
      for (const { records: find, ...target } of targets)
        for await (const step of stepsBack({ missing, cure, returning, run, ...target, records: find() })) {
          const [conflict] = step.conflicts;
          if (conflict) {
            const { resource, publicId } = conflict;
            records.set(`${resource} ${publicId}`, { resource, publicId, isUntouched: step.change === undefined });
          }
          yield step;
        }
    };
    const refusesConflicts = edits !== 'keep';
    // What keeps the changes from being written is an error, which ends the transaction.
    isInUse = true;
    const applied = await perform(steps, { ...request, refusesConflicts, ...options }, run, survey);
    isInUse = false;
    if (applied.batch !== undefined) {
      const kept = [...records.values()];
      await finish({ kept, untouched: kept.filter(({ isUntouched }) => isUntouched) });
    }
    return applied;
  }, true);
  const { conflicts, refusals } = result;
  const blockers = isInUse ? await findBlockers(refusals, since) : [];
  return edits === 'keep'
    ? { ...result, blockers }
    : { ...result, blockers, refusals: [...conflicts.map(refusalOf), ...refusals] };
}

/** For how many records it is found out what stands in the way. */
const MAX_BLOCKED = 20;

/** What wrote the fields that keep something from being taken back. */
async function findBlockers(refusals: PlanRefusal[], since: number): Promise<Conflict[]> {
  const fields = refusals.flatMap(({ resource, number: publicId, faults }) =>
    faults.filter(({ path }) => path !== '').map(({ path }) => ({ resource, publicId, path: fieldOf(path) })),
  );
  if (fields.length === 0) return [];
  const found = await changesSince(fields.slice(0, MAX_BLOCKED), since, runAlone);
  return found.map((each) => ({ ...each, kind: 'changed' }));
}

const refusalOf = (conflict: Conflict): PlanRefusal => {
  const { resource, publicId, kind, path } = conflict;
  const { code } = kind === 'removed' ? DELETED : CHANGED;
  const faults = [{ path, code, message: describeConflict(conflict) }];
  return { resource, number: publicId, file: '', record: 0, faults };
};
