import type { Command } from 'commander';
import type { Counts } from '../../plugins/rostra/server/src/plan/types';
import { type AppliedBatch, listBatches } from '../../plugins/rostra/server/src/store/batches/batches';
import { run } from '../../plugins/rostra/server/src/store/database';
import { withStrapi } from '../../runtime/strapi';
import { exactText } from './who-when';

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
        for (const batch of batches) {
          const { number, made, label, counts, undone } = batch;
          console.log(`${String(number).padStart(5)}  ${exactText(made)}  ${label}${stateOf(batch)}`);
          for (const [name, some] of Object.entries(counts))
            console.log(`       ${describeCounts(name, some, batch.undoneBy === null ? undone[name] : undefined)}`);
        }
      }
    });

function stateOf({ kind, undoes, redoes, isPart, undoneBy, undone }: AppliedBatch): string {
  const part = isPart ? ', in part' : '';
  if (kind === 'undo') return ` (undid ${undoes}${part})`;
  if (kind === 'redo') return ` (did ${redoes} again${part})`;
  if (undoneBy !== null) return ` (undone by ${undoneBy})`;
  return Object.keys(undone).length > 0 ? ' (undone in part)' : '';
}

function describeCounts(name: string, { created, changed, removed }: Counts, undone = 0): string {
  const ofUndone = undone > 0 ? `; ${undone} undone` : '';
  return `${name}: ${created} created, ${changed} changed${removed > 0 ? `, ${removed} removed` : ''}${ofUndone}`;
}
