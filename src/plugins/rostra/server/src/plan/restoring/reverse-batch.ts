import { groupBy, slicesOf } from '../../../../../../common/maps';
import { noteRest } from '../../store/batches/batches';
import type { RecordName } from '../../store/batches/parts';
import { type WayBack, waysBack } from '../../store/batches/way-back';
import { type Run, run as runAlone } from '../../store/database';
import { drawChange } from '../../store/history/empty-change';
import { changesSince } from '../../store/history/last-changes';
import { applyEmpty, type WriteProgress } from '../applying/apply';
import { CHANGED, DELETED, type PlanRefusal } from '../applying/refusals';
import { fieldOf } from '../references';
import { type Need, nameOf } from './needed';
import { perform, type RestoreRequest, type RestoreResult, type StepListener, settleRestore } from './perform';
import { type BatchScope, changesOf, reverserOf } from './reverser';
import { stepsBack } from './revert';
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
  /** Hears of each record; what stands in the way is then found out for all of them, not only for the first ones. */
  listener?: StepListener;
}

/** What undoing a batch did, or doing it again, or would do. */
export interface BatchReversal extends RestoreResult {
  /** Where records that stay refer to some that would go: what wrote the field last. */
  blockers: Conflict[];
  /** Those of these records in which the batch itself wrote it, and those that it deleted and records would refer to. */
  own: RecordName[];
  /** What has to be done first where other batches stand in the way, the latest of them first. */
  first: WayBack[];
}

/** What to take back of a batch, found within the transaction. */
export interface ReversalPlan extends BatchScope {
  request: Pick<RestoreRequest, 'label' | 'undoes' | 'redoes' | 'reverts'> & { kind: 'undo' | 'redo' };
  /** Called where no record is concerned. Errors: where that makes no sense. */
  refuseNothing?(): Promise<void>;
  /**
   * Called in the end; returns whether the batch counts for other records than before. `kept`: records of which something stays;
   * `untouched`: those of them that stay wholly; `by`: the change that took the rest back.
   */
  finish(result: { kept: RecordName[]; untouched: RecordName[]; by: number }): Promise<boolean>;
}

type Prepare = (run: Run) => Promise<ReversalPlan>;

/**
 * Takes back what a batch did, or its undos, in one transaction: all of what is asked for, or nothing. Conflicts are refusals, unless
 * `edits` settles them. To `keep` them is also to keep what they need, and what others refer to by now. Errors: those of `prepare`.
 */
export async function reverseBatch(options: ReversalOptions, prepare: Prepare): Promise<BatchReversal> {
  const needs: Need[] = [];
  for (;;) {
    const known = needs.length;
    const { result, plan } = await attempt(options, needs, prepare);
    const { change, redos } = plan.batch;
    const isOwn = ({ by }: Pick<Need, 'by'>) => by.change === change || redos.has(by.change);
    const found = await findBlockers(
      result.refusals,
      change,
      options.listener ? Number.POSITIVE_INFINITY : MAX_BLOCKED,
    );
    const included = await includedIn(plan, found.filter(isOwn));
    // What it is asked to undo stands in its own way for another reason.
    const blockers = found.filter((each) => !isOwn(each) || !included.has(nameOf(each)));
    const isKnown = (each: Need) => needs.some((need) => nameOf(need) === nameOf(each) && need.path === each.path);
    const isKept = options.edits === 'keep';
    if (isKept) needs.push(...blockers.filter((each) => !isOwn(each) && !isKnown(each)));
    if (needs.length > known) continue;
    const { conflicts, refusals } = result;
    const inTheWay = [...(isKept ? [] : conflicts), ...blockers].filter((each) => !isOwn(each));
    const first = await waysBack([...new Set(inTheWay.flatMap(({ by }) => by.batch ?? []))], runAlone);
    const own = [
      ...conflicts.flatMap(({ by, missing }) => (missing && isOwn({ by }) ? missing : [])),
      ...blockers.filter(isOwn),
    ];
    const all = isKept ? refusals : [...conflicts.map(refusalOf), ...refusals];
    return { ...result, refusals: all, blockers, own: own.map(recordOf), first };
  }
}

/** The names of those records that a reversal is asked to take back. */
async function includedIn(plan: ReversalPlan, records: RecordName[]): Promise<Set<string>> {
  const names = new Set<string>();
  for (const [resource, some] of groupBy(records, (each) => each.resource)) {
    const publicIds = some.map(({ publicId }) => publicId);
    for (const publicId of await plan.includes(resource, publicIds, runAlone))
      names.add(nameOf({ resource, publicId }));
  }
  return names;
}

const recordOf = ({ resource, publicId }: RecordName): RecordName => ({ resource, publicId });

/** Reverses a batch unless something stands in the way; returns the plan, too. */
async function attempt(
  { edits = 'refuse', ...options }: ReversalOptions,
  needs: Need[],
  prepare: Prepare,
): Promise<{ result: RestoreResult; plan: ReversalPlan }> {
  let found: ReversalPlan | undefined;
  const result = await settleRestore(async (run, survey) => {
    const plan = await prepare(run);
    found = plan;
    const { request, batch, records, refuseNothing, finish } = plan;
    const reverse = await reverserOf(plan, { command: request.kind, edits, needs, run });
    const kept = new Map<string, RecordName & { isUntouched: boolean }>();
    const steps = async function* (): AsyncIterable<RestoreStep> {
      for await (const step of stepsBack({ changes: changesOf(batch), reverse, records: records(), run })) {
        const [conflict] = step.conflicts;
        if (conflict) {
          const { resource, publicId } = conflict;
          kept.set(nameOf(conflict), { resource, publicId, isUntouched: step.change === undefined });
        }
        yield step;
      }
    };
    const refusesConflicts = edits !== 'keep';
    const applied = await perform(steps, { ...request, refusesConflicts, ...options }, run, survey);
    const { count, conflictCount, refusals } = survey;
    if (count + conflictCount + refusals.length === 0) await refuseNothing?.();
    if (options.isDryRun || refusals.length > 0 || (refusesConflicts && conflictCount > 0)) return applied;
    // Also if there was nothing to write: lists of children are as they were once the children are.
    const all = [...kept.values()];
    const by = applied.change ?? (await drawChange(run));
    const isNews = await finish({ kept: all, untouched: all.filter(({ isUntouched }) => isUntouched), by });
    const number = isNews && count === 0 ? await applyEmpty({ ...request, ...options }, by, run) : applied.batch;
    if (number === undefined) return applied;
    await noteRest(number, run);
    return { ...applied, change: by, batch: number };
  }, true);
  if (!found) throw new Error('the reversal of a batch was never prepared');
  return { result, plan: found };
}

/** For how many fields it is found out what stands in the way, where nobody hears of all of them. */
const MAX_BLOCKED = 20;

/** About how many fields history is asked at once. */
const SLICE = 1_000;

/** What wrote the fields, so many at most, that keep something from being taken back. */
async function findBlockers(refusals: PlanRefusal[], since: number, most: number): Promise<Conflict[]> {
  const fields = refusals.flatMap(({ resource, number: publicId, faults }) =>
    faults.filter(({ path }) => path !== '').map(({ path }) => ({ resource, publicId, path: fieldOf(path) })),
  );
  const found: Conflict[] = [];
  for (const some of slicesOf(fields.slice(0, most), SLICE))
    for (const each of await changesSince(some, since, runAlone)) found.push({ ...each, kind: 'changed' });
  return found;
}

const refusalOf = (conflict: Conflict): PlanRefusal => {
  const { resource, publicId, kind, path } = conflict;
  const { code } = kind === 'removed' || kind === 'missing' ? DELETED : CHANGED;
  const faults = [{ path, code, message: describeConflict(conflict) }];
  return { resource, number: publicId, file: '', record: 0, faults };
};
