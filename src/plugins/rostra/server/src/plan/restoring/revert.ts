import { definedIn } from '../../../../../../common/maps';
import { errors, type Fault } from '../../errors/errors';
import { resourceByName } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { isOfSender } from '../../store/history/origin';
import { findChanges, lockPast, pastOf, type RecordPast, recordsOfChanges, removedBy } from '../../store/history/past';
import { lockRecords } from '../../store/read-many';
import type { WriteProgress } from '../applying/apply';
import type { RefusalFault } from '../applying/refusals';
import { findGone, type GoneQuery, type Reversed } from './gone';
import { faultsOfGone } from './missing';
import { type Permit, perform, type RestoreResult, settleRestore } from './perform';
import { requireNote } from './restore';
import { type RestoreStep, refusalOf, stepTo } from './step';
import { type ConflictChoice, takeBack } from './walk';

/** How to take changes back. */
export interface RevertOptions {
  /** What happens to fields that others have changed since. Default: `refuse`. */
  conflicts?: ConflictChoice;
  /** What happens to references to records that are deleted. Default: `refuse`. */
  missing?: 'refuse' | 'omit';
  /** Why, in the actor's words: required to take back what others have done. */
  note?: string;
  /** Only tries; writes nothing. */
  isDryRun?: boolean;
  /** Whether a note that is needed may follow: of a dry run that is shown to somebody first. */
  isNoteOptional?: boolean;
  permit?: Permit;
  progress?: WriteProgress;
}

/**
 * Takes changes back in all their records, in one transaction, all or nothing: what they created is deleted, what they deleted
 * returns, fields get their former values. Itself a change that can be taken back. Memory does not grow with the number of
 * records. Errors: NOT_FOUND for an unknown change, INVALID_INPUT without a note that is needed, those of `permit`.
 */
export function revertChanges(
  changes: number[],
  { conflicts = 'refuse', missing = 'refuse', ...options }: RevertOptions = {},
): Promise<RestoreResult> {
  return settleRestore(async (run, survey) => {
    const found = await findChanges(changes, run);
    if (found.length < new Set(changes).size) throw errors.notFound();
    if (!found.every(isOfSender)) requireNote(options, survey);
    const reverts = changes.length === 1 ? changes[0] : undefined;
    const request = { kind: 'restore' as const, label: '', ...definedIn({ reverts }), ...options };
    const steps = () =>
      stepsBack({
        changes,
        records: recordsOfChanges(changes, run),
        reverse: async (resource, pasts) =>
          refuseGone(
            resource,
            pasts.map((past) => ({ past, ...takeBack(past, conflicts) })),
            {
              omits: missing === 'omit',
              returning: (name, publicIds) => removedBy(changes, name, publicIds, run),
              run,
            },
          ),
        run,
      });
    return perform(steps, { ...request, refusesConflicts: conflicts !== 'keep' }, run, survey);
  });
}

/** What to take back, and how. */
export interface StepsBackOptions {
  /** The changes to take back. */
  changes: number[];
  /** The records in which they are taken back, in chunks. */
  records: AsyncIterable<{ resource: string; publicIds: number[] }>;
  /** Takes them back in some records of a resource, in their order. `faults` refuse a record. */
  reverse(resource: Resource, pasts: RecordPast[]): Promise<(Reversed & { faults?: RefusalFault[] })[]>;
  run: Run;
}

const PRIVATE: Fault = {
  path: '',
  code: 'INVALID_VALUE',
  message: 'history keeps no values of such records: this cannot be taken back',
};

/** The order in which a plan writes. */
const ACTIONS = ['create', 'change', 'remove', undefined];

/** The steps that take changes back, a chunk of records at a time. Locks the records. */
export async function* stepsBack(options: StepsBackOptions): AsyncIterable<RestoreStep> {
  const { changes, records, reverse, run } = options;
  for await (const { resource: name, publicIds } of records) {
    const resource = resourceByName(name);
    if (resource.hasPrivateHistory) {
      const [publicId = 0] = publicIds;
      yield { conflicts: [], refusal: refusalOf({ resource: name, publicId }, [PRIVATE]) };
      continue;
    }
    await lockRecords(resource, publicIds, run);
    await lockPast(name, publicIds, run);
    const reversed = await reverse(resource, await pastOf(name, publicIds, changes, run));
    const steps = reversed.map(({ past, wanted, conflicts, faults = [] }): RestoreStep => {
      const step = stepTo(resource, past, wanted, { conflicts });
      return faults.length > 0 ? { ...step, refusal: refusalOf(past, faults) } : step;
    });
    yield* steps.sort((a, b) => ACTIONS.indexOf(a.change?.action) - ACTIONS.indexOf(b.change?.action));
  }
}

/** Refuses records with references to records that are gone. */
async function refuseGone(
  resource: Resource,
  reversals: Reversed[],
  query: GoneQuery,
): Promise<(Reversed & { faults?: RefusalFault[] })[]> {
  const found = await findGone(resource, reversals, query);
  const faults = await faultsOfGone(
    found.map(({ gone }) => gone),
    'restore it first',
    query.run,
  );
  return found.map((each, index) => ({ ...each, faults: faults[index] ?? [] }));
}
