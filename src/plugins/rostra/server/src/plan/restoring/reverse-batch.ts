import { resourceByName } from '../../resource/registry';
import { createEmptyBatch } from '../../store/batches/batches';
import type { RecordName } from '../../store/batches/parts';
import { type WayBack, waysBack } from '../../store/batches/way-back';
import { type Run, run as runAlone } from '../../store/database';
import { changesSince } from '../../store/history/last-changes';
import type { RecordPast } from '../../store/history/past';
import type { WriteProgress } from '../applying/apply';
import { CHANGED, DELETED, type PlanRefusal } from '../applying/refusals';
import { fieldOf } from '../references';
import type { BatchChanges } from './batch-cells';
import { reverseInRecord } from './batch-walk';
import type { Cure } from './missing';
import { findNeeded, type Need, nameOf } from './needed';
import { perform, type RestoreRequest, type RestoreResult, settleRestore } from './perform';
import { type StepsBackOptions, stepsBack } from './revert';
import type { RestoreStep } from './step';
import { type Conflict, type ConflictChoice, describeConflict, type Reversal } from './walk';

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
  /** Where records that stay refer to some that would go: what wrote the field last. */
  blockers: Conflict[];
  /** Those of these records in which the batch itself wrote it. */
  own: RecordName[];
  /** What has to be done first where other batches stand in the way, the latest of them first. */
  first: WayBack[];
}

/** What to take back of a batch, found within the transaction. */
export interface ReversalPlan extends Pick<StepsBackOptions, 'returning'> {
  request: Pick<RestoreRequest, 'label' | 'undoes' | 'redoes' | 'reverts'> & { kind: 'undo' | 'redo' };
  batch: BatchChanges;
  records(): StepsBackOptions['records'];
  /** Whether taken back values can refer to records that do not exist. */
  canMiss: boolean;
  cure: Cure;
  /** Which of these records would be deleted. */
  created(resource: string, publicIds: number[]): Promise<number[]>;
  /** Called where no record is concerned. Errors: where that makes no sense. */
  refuseNothing?(): Promise<void>;
  /**
   * Called in the end; returns whether the batch counts for other records than before. `kept`: records of which something stays;
   * `untouched`: those of them that stay wholly.
   */
  finish(records: { kept: RecordName[]; untouched: RecordName[] }): Promise<boolean>;
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
    const { result, batch } = await attempt(options, needs, prepare);
    const blockers = batch ? await findBlockers(result.refusals, batch.change) : [];
    const isOwn = ({ by: { change } }: Need) => change === batch?.change || batch?.redos.has(change);
    const isKnown = (each: Need) => needs.some((need) => nameOf(need) === nameOf(each) && need.path === each.path);
    if (options.edits === 'keep') needs.push(...blockers.filter((each) => !isOwn(each) && !isKnown(each)));
    if (needs.length > known) continue;
    const { conflicts, refusals } = result;
    const isKept = options.edits === 'keep';
    const inTheWay = [...(isKept ? [] : conflicts), ...blockers.filter((each) => !isOwn(each))];
    const first = await waysBack(
      inTheWay.flatMap(({ by }) => by.batch ?? []),
      runAlone,
    );
    const own = blockers.filter(isOwn).map(({ resource, publicId }) => ({ resource, publicId }));
    const all = isKept ? refusals : [...conflicts.map(refusalOf), ...refusals];
    return { ...result, refusals: all, blockers, own, first };
  }
}

/** Reverses a batch unless something stays that needs what would go; returns the batch if that is what was in the way. */
async function attempt(
  { edits = 'refuse', ...options }: ReversalOptions,
  needs: Need[],
  prepare: Prepare,
): Promise<{ result: RestoreResult; batch: BatchChanges | undefined }> {
  let inUse: BatchChanges | undefined;
  const result = await settleRestore(async (run, survey) => {
    const { request, batch, records, canMiss, cure, returning, created, refuseNothing, finish } = await prepare(run);
    const changes = [batch.change, ...batch.undos, ...batch.redos];
    const reverseAlone = (past: RecordPast) => {
      const { fields } = resourceByName(past.resource);
      const partnerOf = (name: string) => fields[name]?.partner;
      return reverseInRecord(past, { batch, command: request.kind, choice: edits, partnerOf });
    };
    const needed =
      edits === 'keep'
        ? await findNeeded({
            records: records(),
            change: batch.change,
            changes,
            reverse: reverseAlone,
            needs,
            created,
            run,
          })
        : new Map<string, Conflict>();
    const reverse = (past: RecordPast): Reversal => {
      const reversal = reverseAlone(past);
      const conflict = reversal.wanted === null && past.state !== null ? needed.get(nameOf(past)) : undefined;
      return conflict ? { wanted: past.state, conflicts: [conflict] } : reversal;
    };
    const missing = edits === 'keep' ? ('omit' as const) : canMiss ? ('refuse' as const) : undefined;
    const kept = new Map<string, RecordName & { isUntouched: boolean }>();
    const steps = async function* (): AsyncIterable<RestoreStep> {
      for await (const step of stepsBack({ changes, missing, cure, returning, reverse, records: records(), run })) {
        const [conflict] = step.conflicts;
        if (conflict) {
          const { resource, publicId } = conflict;
          kept.set(nameOf(conflict), { resource, publicId, isUntouched: step.change === undefined });
        }
        yield step;
      }
    };
    const refusesConflicts = edits !== 'keep';
    // What keeps the changes from being written is an error, which ends the transaction.
    inUse = batch;
    const applied = await perform(steps, { ...request, refusesConflicts, ...options }, run, survey);
    inUse = undefined;
    const { count, conflictCount, refusals } = survey;
    if (count + conflictCount + refusals.length === 0) await refuseNothing?.();
    if (options.isDryRun || refusals.length > 0 || (refusesConflicts && conflictCount > 0)) return applied;
    // Also if there was nothing to write: lists of children are as they were once the children are.
    const all = [...kept.values()];
    const isNews = await finish({ kept: all, untouched: all.filter(({ isUntouched }) => isUntouched) });
    return isNews && count === 0 ? { ...applied, batch: await createEmptyBatch(request, run) } : applied;
  }, true);
  return { result, batch: inUse };
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
