import type { Fault } from '../../errors/errors';
import { resourceByName } from '../../resource/registry';
import type { Run } from '../../store/database';
import { lockPast, pastOf, recordsOfChanges } from '../../store/history/past';
import { lockImports } from '../../store/import-lock';
import { perform, type RestoreRequest, type RestoreResult, settleRestore } from './perform';
import { type RestoreStep, refusalOf, stepTo } from './step';
import { type ConflictChoice, takeBack, takeBackWhole } from './walk';

/** How to take changes back. */
export interface RevertOptions {
  conflicts: ConflictChoice;
  /** Any later change of a record is a conflict, even of another field. */
  isStrict?: boolean;
}

/**
 * Takes changes back in all their records, in one transaction: what they created is deleted, what they deleted returns, fields
 * get their former values. All or nothing; `conflicts` says what happens to fields that others have changed since. Memory does
 * not grow with the number of records.
 */
export function revertChanges(
  changes: number[],
  options: RevertOptions,
  request: Omit<RestoreRequest, 'refusesConflicts'>,
): Promise<RestoreResult> {
  return settleRestore(async (run, survey) => {
    await lockImports(run);
    const refusesConflicts = options.conflicts !== 'keep';
    return perform(() => stepsBack(changes, options, run), { ...request, refusesConflicts }, run, survey);
  });
}

const PRIVATE: Fault = {
  path: '',
  code: 'INVALID_VALUE',
  message: 'history keeps no values of such records: this cannot be taken back',
};

/** The order in which a plan writes. */
const ACTIONS = ['create', 'change', 'remove', undefined];

/** The steps that take changes back, a chunk of records at a time. Locks the records. */
async function* stepsBack(
  changes: number[],
  { conflicts, isStrict = false }: RevertOptions,
  run: Run,
): AsyncIterable<RestoreStep> {
  for await (const { resource: name, publicIds } of recordsOfChanges(changes, run)) {
    const resource = resourceByName(name);
    if (resource.hasPrivateHistory) {
      const [publicId = 0] = publicIds;
      yield { conflicts: [], refusal: refusalOf({ resource: name, publicId }, [PRIVATE]) };
      continue;
    }
    await lockPast(name, publicIds, run);
    const steps = (await pastOf(name, publicIds, changes, run)).map((past) => {
      const { wanted, conflicts: found } = isStrict ? takeBackWhole(past) : takeBack(past, conflicts);
      return stepTo(resource, past, wanted, { conflicts: found });
    });
    yield* steps.sort((a, b) => ACTIONS.indexOf(a.change?.action) - ACTIONS.indexOf(b.change?.action));
  }
}
