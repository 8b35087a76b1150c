import { newRecordsAmong } from '../../plugins/newsroom/features/history/server/new-names';
import type { BatchReversal } from '../../plugins/rostra/server/src/plan/restoring/reverse-batch';
import { type Conflict, describeConflict } from '../../plugins/rostra/server/src/plan/restoring/walk';
import { quantity } from '../command';
import { describeChanges } from './describe-changes';
import type { ReversalCommandOptions } from './reversal-options';

interface ReversalPrintOptions extends ReversalCommandOptions {
  /** The number of the import. */
  batch: number;
  command: 'undo' | 'redo';
  /** Whether it was asked for a single record. */
  isOneRecord?: boolean;
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

/** Names what stands in the way, and the commands that go on: not those that were just given. */
function adviceFor(
  { conflicts, blockers, own, first }: BatchReversal,
  { batch, command, keepEdits = false, overwriteEdits = false, isOneRecord = false }: ReversalPrintOptions,
): string[] {
  const lines = ['Nothing was changed.'];
  const ownNames = new Set(own.map(nameOf));
  for (const each of blockers.filter((blocker) => command === 'redo' || !ownNames.has(nameOf(blocker))))
    lines.push(`${each.resource} ${each.publicId}: ${each.path} ${describeConflict(each)}.`);
  if (command === 'undo' && own.length > 0)
    lines.push(`The batch itself did that: --record ${[...ownNames].join(' ')} undoes it, too.`);
  lines.push(...waysToRestore(conflicts.filter(({ missing }) => missing && !ownNames.has(nameOf(missing)))));
  const later = first.find((each) => each.batch !== batch);
  if (later) lines.push(`A later batch comes first: "content ${later.command} ${later.batch}".`);
  if (keepEdits || overwriteEdits) return lines;
  const again = `content ${command} ${batch}`;
  if (conflicts.some(({ kind }) => kind !== 'gone' && kind !== 'missing'))
    lines.push(
      `"${again} --keep-edits" leaves what was changed since, --overwrite-edits with --note takes that back, too.`,
    );
  else if (conflicts.length > 0) lines.push(`"${again} --keep-edits" leaves these as they are.`);
  const [conflict] = conflicts;
  if (command === 'undo' && conflict && !isOneRecord)
    lines.push(
      `"${again} --record ${conflict.resource}/${conflict.publicId}" with one of them decides for this record only.`,
    );
  return lines;
}

/** How many missing records are named. */
const MAX_MISSING = 5;

/** The commands that bring back what is missing. */
function waysToRestore(conflicts: Conflict[]): string[] {
  const commands = conflicts.flatMap(({ missing, by }) =>
    missing?.isDeleted ? `content restore ${missing.resource} ${missing.publicId} --change ${by.change}` : [],
  );
  return [...new Set(commands)]
    .slice(0, MAX_MISSING)
    .map((command) => `What is missing can be brought back: "${command}" with --note.`);
}

const nameOf = ({ resource, publicId }: { resource: string; publicId: number }): string => `${resource}/${publicId}`;
