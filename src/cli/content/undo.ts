import type { Command } from 'commander';
import { UndoError, undoBatch } from '../../plugins/rostra/server/src/plan/undo';
import { withStrapi } from '../../runtime/strapi';
import { whole } from './making';
import { showProgress } from './progress';
import { tellApplied } from './tell-applied';

/** `content undo`: puts back what was there before a batch. Exit codes: 0, 1 refused, 2 no such batch. */
export const registerUndo = (program: Command): Command =>
  program
    .command('undo')
    .argument('<batch>', 'its number, from "content batches"', whole)
    .description('put back what was there before a batch; refused when a record has changed since')
    .option('--json', 'tell the outcome as JSON, for programs')
    .action(async (batch: number, options: { json?: boolean }) => {
      process.exitCode = await withStrapi(async () => {
        const progress = showProgress(process.stdout, { isQuiet: options.json ?? false });
        try {
          return tellApplied(await undoBatch(batch, progress.written), { ...options, isUndo: true });
        } catch (error) {
          if (!(error instanceof UndoError)) throw error;
          if (options.json) console.log(JSON.stringify({ error: error.message }));
          else console.error(error.message);
          return 2;
        }
      });
    });
