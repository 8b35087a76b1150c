import type { Command } from 'commander';
import { undoBatch } from '../../plugins/rostra/server/src/plan/undo';
import { printResult } from './print-result';
import { parseCount } from './read-options';
import { runWithProgress } from './run-with-progress';

interface Options {
  json?: boolean;
}

/** Adds `content undo`. Exit codes: 0 done, 1 refused, 2 no such batch. */
export const registerUndo = (program: Command): Command =>
  program
    .command('undo')
    .argument('<batch>', 'the number of a batch, from "content batches"', parseCount)
    .description('revert a batch; refused if one of its records has changed since')
    .option('--json', 'print the result as JSON, for programs')
    .addHelpText('after', EXAMPLES)
    .action((batch: number, options: Options) =>
      runWithProgress(options, async (progress) => {
        const applied = await undoBatch(batch, progress.written);
        progress.end();
        return printResult(applied, { ...options, isUndo: true });
      }),
    );

const EXAMPLES = `
Examples:
  npm run content -- batches        lists imports with their numbers
  npm run content -- undo 12

Deletes the records that the batch created and restores the former values of the fields that it changed. If any of these
records has changed since, lists them and changes nothing.
Exit codes: 0 done, 1 refused, 2 no such batch, or it is undone already.`;
