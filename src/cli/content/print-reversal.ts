import { newRecordsAmong } from '../../plugins/newsroom/features/history/server/new-names';
import type { BatchReversal } from '../../plugins/rostra/server/src/plan/restoring/reverse-batch';
import { describeConflict } from '../../plugins/rostra/server/src/plan/restoring/walk';
import type { BatchPart } from '../../plugins/rostra/server/src/store/batches/parts';
import { quantity } from '../command';
import { describeChanges } from './describe-changes';
import { adviceFor } from './reversal-advice';
import type { ReversalCommandOptions } from './reversal-options';

interface ReversalPrintOptions extends ReversalCommandOptions {
  /** The number of the import. */
  batch: number;
  command: 'undo' | 'redo';
  /** The part that was asked for; none for all of it. */
  part?: BatchPart;
}

const OPPOSITES = { undo: 'redo', redo: 'undo' };

/** Prints what `content undo` or `content redo` did, or why nothing was done; returns the exit code. */
export async function printReversal(result: BatchReversal, options: ReversalPrintOptions): Promise<number> {
  const { json = false, show, dryRun = false, keepEdits = false, batch, command } = options;
  const { count, changes, conflicts, conflictCount, refusals } = result;
  const isRefused = refusals.length > 0;
  if (json) console.log(JSON.stringify(result));
  if (json) return isRefused ? 1 : 0;
  if (dryRun && !isRefused) {
    const texts = await describeChanges(changes.slice(0, show), { findNew: (keys) => newRecordsAmong(changes, keys) });
    for (const text of texts) console.log(text);
    if (count > show) console.log(`… and ${count - show} more (--show ${count})`);
  }
  for (const { resource, number, faults } of refusals.slice(0, show)) {
    const reasons = faults.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
    console.error(`${resource} ${number}: ${reasons}`);
  }
  if (refusals.length > show) console.error(`… and ${refusals.length - show} more (--show ${refusals.length})`);
  if (isRefused) {
    for (const line of adviceFor(result, options)) console.log(line);
    return 1;
  }
  if (keepEdits) {
    for (const each of conflicts.slice(0, show))
      console.log(
        `Kept: ${each.resource} ${each.publicId}${each.path ? `, ${each.path}` : ''}: ${describeConflict(each)}`,
      );
    if (conflictCount > show) console.log(`… and ${conflictCount - show} more kept (--show ${conflictCount})`);
  }
  if (dryRun) console.log(`${quantity(count, 'record')} would change; nothing was written.`);
  else if (result.batch === undefined) console.log('There was nothing to do.');
  else if (count === 0) console.log(NOTHING_LEFT[command]);
  else {
    const done = command === 'undo' ? 'undone' : 'done again';
    console.log(
      `Done: ${quantity(count, 'record')} of batch ${batch} ${done}. "content ${OPPOSITES[command]} ${batch}" takes that back.`,
    );
  }
  return 0;
}

/** Where people have done the same before. */
const NOTHING_LEFT = {
  undo: 'There was nothing to do: records are as before the batch already. For these it counts as undone now.',
  redo: 'There was nothing to do: records are as the batch had left them already. For these it counts again now.',
};
