import { groupBy } from '../../../../../common/maps';
import { type AppliedBatch, type BatchKind, countUndone, findBatch, undosOf } from '../store/batches/batches';
import {
  type BatchPart,
  meantRecords,
  noteUndone,
  recordsToUndo,
  type Selection,
  selectionOf,
  statesIn,
} from '../store/batches/parts';
import { type Run, run as runAlone } from '../store/database';
import type { PastRevision } from '../store/history/past';
import { UndoError } from './applying/refusals';
import type { BatchChanges } from './restoring/batch-cells';
import { restoreExternalIds } from './restoring/external-ids';
import { type BatchReversal, type ReversalOptions, reverseBatch } from './restoring/reverse-batch';

/** What to undo of a batch, and how. */
export interface UndoOptions extends ReversalOptions {
  /** Only this part; without it all that is not undone yet. */
  part?: BatchPart;
}

/**
 * Undoes a batch, or a part of it, in one transaction: takes back its change, which deletes the records that it created. By default it
 * changes nothing if any of these records has changed since; each is a refusal. Errors: UndoError.
 */
export async function undoBatch(number: number, { part, ...options }: UndoOptions = {}): Promise<BatchReversal> {
  // Before it waits for an import to end.
  await undoable(number, runAlone);
  return reverseBatch(options, async (run) => {
    const { change } = await undoable(number, run);
    const selection = await selectionOf(change, part, run);
    if (part) await refuseUnknown({ number, change, part }, run);
    const { edits = 'refuse' } = options;
    const meant = (resource: string, publicIds: number[], actions: PastRevision['action'][], by: Run) =>
      meantRecords(change, selection, { resource, publicIds, actions }, by);
    return {
      request: {
        kind: 'undo',
        label: `undo of batch ${number}${part ? `: ${nameOf(part)}` : ''}`,
        undoes: number,
        reverts: change,
      },
      batch: { change, ...(await reversalsOf(number, run)) },
      records: () => recordsToUndo(change, selection, run),
      returning: async (resource, publicIds) =>
        new Set(await meant(resource, publicIds, edits === 'overwrite' ? ['change', 'remove'] : ['remove'], run)),
      created: (resource, publicIds) => meant(resource, publicIds, ['create'], run),
      includes: (resource, publicIds, by) => meant(resource, publicIds, ['create', 'change', 'remove'], by),
      finish: async ({ kept, by }) => {
        const isNews = await noteUndone(change, selection, { undo: by, kept }, run);
        await restoreExternalIds(change, run);
        await countUndone(number, run);
        return isNews;
      },
    };
  });
}

/** The changes that have undone a batch or parts of it, and those that have done it again. */
export async function reversalsOf(number: number, run: Run): Promise<Pick<BatchChanges, 'undos' | 'redos'>> {
  const found = await undosOf(number, run);
  const changesOf = (kind: BatchKind) =>
    new Set(found.filter((each) => each.kind === kind).map(({ change }) => change));
  return { undos: changesOf('undo'), redos: changesOf('redo') };
}

/** The batch with this number. Errors: UndoError for one that does not exist, or of which nothing can be undone. */
async function undoable(number: number, run: Run): Promise<AppliedBatch & { change: number }> {
  const batch = await findImport(number, 'undo', run);
  const { undoneBy, change } = batch;
  if (undoneBy !== null)
    throw new UndoError(`Batch ${number} was undone by batch ${undoneBy}; "content redo ${number}" does it again.`);
  if (change === null)
    throw new UndoError(
      `Batch ${number} was applied by an earlier version of Rostra, which noted its changes in another form: it can no longer be undone.`,
    );
  return { ...batch, change };
}

/** The import with this number. Errors: UndoError. */
export async function findImport(number: number, command: 'undo' | 'redo', run: Run): Promise<AppliedBatch> {
  const batch = await findBatch(number, run);
  if (!batch) throw new UndoError(`There is no batch ${number}; "content batches" lists them.`);
  const { kind, undoes, redoes } = batch;
  if (kind === 'import') return batch;
  const what = kind === 'undo' ? `undid batch ${undoes}` : `did batch ${redoes} again`;
  const opposite = kind === 'undo' ? 'redo' : 'undo';
  const isOpposite = opposite !== command;
  throw new UndoError(
    `Batch ${number} ${what}: give the number of the import${isOpposite ? `: "content ${opposite} ${undoes ?? redoes}"` : ''}.`,
  );
}

const nameOf = ({ resources, records }: BatchPart): string => {
  const all = [...resources, ...records.map(({ resource, publicId }) => `${resource}/${publicId}`)];
  return all.length > 5 ? `${all.slice(0, 5).join(', ')}, …` : all.join(', ');
};

/** Errors: UndoError if a part names what the batch did not write, or what is undone already. */
async function refuseUnknown(
  { number, change, part }: { number: number; change: number; part: BatchPart },
  run: Run,
): Promise<void> {
  for (const resource of part.resources) {
    const whole: Selection = { [resource]: 'all' };
    const next = await recordsToUndo(change, whole, run)[Symbol.asyncIterator]().next();
    if (next.done) throw new UndoError(`There is nothing of ${resource} in batch ${number}, or it is undone already.`);
  }
  for (const [resource, some] of groupBy(part.records, (each) => each.resource)) {
    const publicIds = some.map(({ publicId }) => publicId);
    const states = await statesIn(change, { resource, publicIds }, run);
    for (const publicId of publicIds) {
      const state = states.get(publicId);
      if (!state) throw new UndoError(`Batch ${number} did not write ${resource}/${publicId}.`);
      if (state.isUndone) throw new UndoError(`Batch ${number} is undone for ${resource}/${publicId} already.`);
    }
  }
}
