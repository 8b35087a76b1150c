import { countUndone, undosOf } from '../store/batches/batches';
import { noteRedone, recordsLastUndone } from '../store/batches/parts';
import { type Run, run as runAlone } from '../store/database';
import { removedBy } from '../store/history/past';
import { UndoError } from './applying/refusals';
import { type BatchReversal, type ReversalOptions, reverseBatch } from './restoring/reverse-batch';
import { takeBack, takeBackWhole } from './restoring/walk';
import { findImport } from './undo';

/**
 * Does again what has been undone of a batch, in one transaction: takes back the undos, which brings back the records that they
 * deleted. By default it changes nothing if any of these records has changed since. Errors: UndoError.
 */
export async function redoBatch(number: number, options: ReversalOptions = {}): Promise<BatchReversal> {
  await redoable(number, runAlone);
  return reverseBatch(options, async (run) => {
    const { change, all, undos } = await redoable(number, run);
    const { edits = 'refuse' } = options;
    const [first] = undos;
    return {
      request: {
        kind: 'redo',
        label: `batch ${number} again`,
        redoes: number,
        ...(undos.length === 1 && first !== undefined ? { reverts: first } : {}),
      },
      targets: undos.map((undo) => ({
        changes: [undo],
        records: () => recordsLastUndone(undo, all, run),
        reverse: (past) => (edits === 'refuse' ? takeBackWhole(past) : takeBack(past, edits)),
      })),
      cure: { restore: 'restore it first', omit: 'leave it out with --keep-edits' },
      returning: (resource, publicIds) => removedBy(undos, resource, publicIds, run),
      finish: async ({ untouched }) => {
        if (change !== null) await noteRedone(change, untouched, run);
        await countUndone(number, run);
      },
    };
  });
}

/** A batch that was undone, or parts of it: its change, those of its undos, and of all that did it again. Errors: UndoError. */
async function redoable(number: number, run: Run): Promise<{ change: number | null; all: number[]; undos: number[] }> {
  const { change } = await findImport(number, 'redo', run);
  const found = await undosOf(number, run);
  const undos = found.filter(({ kind }) => kind === 'undo').map((each) => each.change);
  const all = found.map((each) => each.change);
  for (const undo of undos) for await (const _ of recordsLastUndone(undo, all, run)) return { change, all, undos };
  throw new UndoError(`Nothing of batch ${number} is undone.`);
}
