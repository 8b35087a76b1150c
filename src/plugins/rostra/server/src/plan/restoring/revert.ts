import { definedIn, groupBy } from '../../../../../../common/maps';
import { errors, type Fault } from '../../errors/errors';
import type { Reference } from '../../fields/parse-context';
import { resourceByKind, resourceByName } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { isOfSender } from '../../store/history/origin';
import {
  findChanges,
  hashesOf,
  lockPast,
  pastOf,
  type RecordPast,
  recordsOfChanges,
  removedBy,
} from '../../store/history/past';
import { lockRecords } from '../../store/read-many';
import type { WriteProgress } from '../applying/apply';
import { changedIn, publicIdsOf, referencesIn, withoutReferences } from '../references';
import { type Cure, faultsOfGone } from './missing';
import { type Permit, perform, type RestoreResult, settleRestore } from './perform';
import { requireNote } from './restore';
import { type RestoreStep, refusalOf, stepTo } from './step';
import { type ConflictChoice, type Reversal, takeBack } from './walk';

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
        missing,
        cure: { restore: 'restore it first', omit: 'leave it out (missing: "omit")' },
        reverse: (past) => takeBack(past, conflicts),
        records: recordsOfChanges(changes, run),
        returning: (name, publicIds) => removedBy(changes, name, publicIds, run),
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
  reverse(past: RecordPast): Reversal;
  /** What happens to references to records that are deleted; undefined where there can be none. */
  missing: RevertOptions['missing'];
  /** What to do about them. */
  cure: Cure;
  /** Which of these deleted records return. */
  returning(resource: string, publicIds: number[]): Promise<Set<number>>;
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
  const { changes, records, reverse, missing, cure, run } = options;
  for await (const { resource: name, publicIds } of records) {
    const resource = resourceByName(name);
    if (resource.hasPrivateHistory) {
      const [publicId = 0] = publicIds;
      yield { conflicts: [], refusal: refusalOf({ resource: name, publicId }, [PRIVATE]) };
      continue;
    }
    await lockRecords(resource, publicIds, run);
    await lockPast(name, publicIds, run);
    const reversals = (await pastOf(name, publicIds, changes, run)).map((past) => ({ past, ...reverse(past) }));
    const isGone = missing ? await findGone(resource, reversals, options) : () => false;
    const found = reversals.map(({ past, wanted, conflicts }) => {
      const gone = wanted ? referencesIn(resource, wanted, changedIn(resource, past.state, wanted)).filter(isGone) : [];
      const kept = wanted && missing === 'omit' ? withoutReferences(resource, wanted, gone) : wanted;
      const rest =
        kept && gone.length > 0
          ? referencesIn(resource, kept, changedIn(resource, past.state, kept)).filter(isGone)
          : [];
      return { past, rest, step: stepTo(resource, past, kept, { conflicts }) };
    });
    const faults = await faultsOfGone(
      found.map(({ rest }) => rest),
      cure,
      run,
    );
    const steps = found.map(({ past, step }, index): RestoreStep => {
      const some = faults[index] ?? [];
      return some.length > 0 ? { ...step, refusal: refusalOf(past, some) } : step;
    });
    yield* steps.sort((a, b) => ACTIONS.indexOf(a.change?.action) - ACTIONS.indexOf(b.change?.action));
  }
}

/** Finds which references in wanted states lead to no record, even after the changes are taken back. */
async function findGone(
  resource: Resource,
  reversals: (Reversal & { past: RecordPast })[],
  { returning, run }: StepsBackOptions,
): Promise<(reference: Reference) => boolean> {
  const references = reversals.flatMap(({ past, wanted }) =>
    wanted ? referencesIn(resource, wanted, changedIn(resource, past.state, wanted)) : [],
  );
  const present = new Map<string, { has(publicId: number): boolean }[]>();
  for (const [kind, some] of groupBy(references, (each) => each.kind)) {
    const { name } = resourceByKind(kind);
    const publicIds = publicIdsOf(some);
    present.set(kind, [await hashesOf(name, publicIds, run), await returning(name, publicIds)]);
  }
  return ({ kind, publicId = 0 }) => !(present.get(kind) ?? []).some((each) => each.has(publicId));
}
