import type { Command } from 'commander';
import type { Counts } from '../../plugins/rostra/server/src/plan/types';
import { undoBatch } from '../../plugins/rostra/server/src/plan/undo';
import { listBatches } from '../../plugins/rostra/server/src/store/batches/batches';
import { run } from '../../plugins/rostra/server/src/store/database';
import { withStrapi } from '../../runtime/strapi';
import { printResult } from './print-result';
import { parseCount } from './read-options';
import { runWithProgress } from './run-with-progress';

/** Adds `content batches`, which lists applied imports, newest first. */
export const registerBatches = (program: Command): Command =>
  program
    .command('batches')
    .description('list imports, newest first, with their numbers for "content undo"')
    .option('--json', 'print the list as JSON, for programs')
    .action(async (options: { json?: boolean }) => {
      const batches = await withStrapi(() => listBatches(run));
      if (options.json) console.log(JSON.stringify(batches));
      else if (batches.length === 0) console.log('Nothing has been imported.');
      else {
        for (const { number, made, label, kind, undoes, undoneBy, counts } of batches) {
          const state = kind === 'undo' ? ` (undid ${undoes})` : undoneBy === null ? '' : ` (undone by ${undoneBy})`;
          console.log(`${String(number).padStart(5)}  ${made.slice(0, 19).replace('T', ' ')}  ${label}${state}`);
          for (const line of Object.entries(counts).map(describeCounts)) console.log(`       ${line}`);
        }
      }
    });

const describeCounts = ([name, counts]: [string, Counts]): string => {
  const { created, changed, removed } = counts;
  return `${name}: ${created} created, ${changed} changed${removed > 0 ? `, ${removed} removed` : ''}`;
};

/** Adds `content undo`. Exit codes: 0 done, 1 refused, 2 no such batch. */
export const registerUndo = (program: Command): Command =>
  program
    .command('undo')
    .argument('<batch>', 'the number of a batch, from "content batches"', parseCount)
    .description('revert a batch; refused if one of its records has changed since')
    .option('--note <text>', 'why, for the history of the records')
    .option('--json', 'print the result as JSON, for programs')
    .addHelpText('after', UNDO_EXAMPLES)
    .action((batch: number, options: { note?: string; json?: boolean }) =>
      runWithProgress(options, async (progress) => {
        const applied = await undoBatch(batch, progress.written, options.note);
        progress.end();
        return printResult(applied, { ...options, isUndo: true });
      }),
    );

const UNDO_EXAMPLES = `
Examples:
  npm run content -- batches        lists imports with their numbers
  npm run content -- undo 12

Deletes the records that the batch created and restores the former values of the fields that it changed. If any of these
records has changed since, lists them and changes nothing.
Exit codes: 0 done, 1 refused, 2 no such batch, or it is undone already.`;
