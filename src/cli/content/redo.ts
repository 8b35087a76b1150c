import type { Command } from 'commander';
import { redoBatch } from '../../plugins/rostra/server/src/plan/redo';
import { printReversal } from './print-reversal';
import { parseCount } from './read-options';
import { type ReversalCommandOptions, reversalOptionsOf, withReversalOptions } from './reversal-options';
import { runWithProgress } from './run-with-progress';

/** Adds `content redo`. Exit codes: 0 done, 1 refused, 2 no such batch or wrong use. */
export const registerRedo = (program: Command): Command =>
  withReversalOptions(
    program
      .command('redo')
      .argument('<batch>', 'the number of a batch that was undone, or parts of it', parseCount)
      .description('do again what was undone of a batch; refused if one of its records has changed since'),
  )
    .addHelpText('after', EXAMPLES)
    .action((batch: number, options: ReversalCommandOptions) =>
      runWithProgress(options, async (progress) => {
        const reversal = reversalOptionsOf(options);
        if (!reversal) return 2;
        const result = await redoBatch(batch, { ...reversal, progress: progress.written });
        progress.end();
        return printReversal(result, { ...options, batch, command: 'redo' });
      }),
    );

const EXAMPLES = `
Examples:
  npm run content -- undo 12
  npm run content -- redo 12 --dry-run         shows what would change
  npm run content -- redo 12                   records are as the undo had found them, with their identifiers
  npm run content -- redo 12 --keep-edits      what others have changed since the undo stays

Exit codes: 0 done, 1 refused, 2 no such batch, nothing of it is undone, or it was imported again.`;
