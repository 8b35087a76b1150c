import type { Command } from 'commander';
import type { Counts } from '../../plugins/rostra/server/src/plan/types';
import { listBatches } from '../../plugins/rostra/server/src/store/batches/batches';
import { run } from '../../plugins/rostra/server/src/store/database';
import { withStrapi } from '../../runtime/strapi';

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
