import type { Command } from 'commander';
import { definedIn } from '../../common/maps';
import type { ReversalOptions } from '../../plugins/rostra/server/src/plan/restoring/reverse-batch';
import { parseCount } from './read-options';

/** The options of `content undo` and `content redo`. */
export interface ReversalCommandOptions {
  keepEdits?: boolean;
  overwriteEdits?: boolean;
  note?: string;
  dryRun?: boolean;
  show: number;
  json?: boolean;
}

/** Adds the options of `content undo` and `content redo`. */
export const withReversalOptions = (command: Command): Command =>
  command
    .option('--keep-edits', 'leave what others have changed since as it is, and do the rest')
    .option('--overwrite-edits', 'take back what others have changed since, too; needs a note')
    .option('--note <text>', 'why, for the history of the records')
    .option('--dry-run', 'only show what would change')
    .option('--show <n>', 'how many changes, edits and refusals to show', parseCount, 100)
    .option('--json', 'print the result as JSON, for programs');

/** What the options ask for; undefined after printing what is wrong with them. */
export function reversalOptionsOf({
  keepEdits,
  overwriteEdits,
  note,
  dryRun: isDryRun,
}: ReversalCommandOptions): ReversalOptions | undefined {
  if (keepEdits && overwriteEdits) console.error('Give --keep-edits or --overwrite-edits, not both.');
  else if (overwriteEdits && !note && !isDryRun)
    console.error('--overwrite-edits takes back what others have done: say why with --note.');
  else {
    const edits = keepEdits ? 'keep' : overwriteEdits ? 'overwrite' : 'refuse';
    return { edits, ...definedIn({ note, isDryRun }) };
  }
  return undefined;
}
