import type { Command } from 'commander';
import { undoBatch } from '../../plugins/rostra/server/src/plan/undo';
import { withStrapi } from '../../runtime/strapi';
import { showProgress } from './progress';
import { whole } from './reading';
import { tellApplied } from './tell-applied';
import { orWrong } from './wrong';

interface Options {
  json?: boolean;
}

/** `content undo`: puts back what was there before a batch. Exit codes: 0, 1 refused, 2 no such batch. */
export const registerUndo = (program: Command): Command =>
  program
    .command('undo')
    .argument('<batch>', 'its number, from "content batches"', whole)
    .description('put back what was there before a batch; refused when a record has changed since')
    .option('--json', 'tell the outcome as JSON, for programs')
    .addHelpText('after', EXAMPLES)
    .action(async (batch: number, options: Options) => {
      process.exitCode = await withStrapi(() => orWrong(options, () => undo(batch, options)));
    });

async function undo(batch: number, options: Options): Promise<number> {
  const progress = showProgress(process.stdout, { isQuiet: options.json ?? false });
  try {
    const applied = await undoBatch(batch, progress.written);
    progress.end();
    return tellApplied(applied, { ...options, isUndo: true });
  } finally {
    progress.end();
  }
}

const EXAMPLES = `
Examples:
  npm run content -- batches        what has been imported, with the numbers
  npm run content -- undo 12

Records that the batch made are deleted, fields that it changed get their former values. When a record has changed since,
each is named and nothing is done.
Exit codes: 0 done, 1 refused, 2 there is no such batch, or it has been undone.`;
