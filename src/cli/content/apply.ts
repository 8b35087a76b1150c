import type { Command } from 'commander';
import { openPlan } from '../../plugins/rostra/server/src/plan/file';
import { applyStored } from '../../plugins/rostra/server/src/plan/import';
import type { Summary } from '../../plugins/rostra/server/src/plan/types';
import { resolvePath } from '../command';
import { printResult } from './print-result';
import { runWithProgress } from './run-with-progress';

interface ApplyOptions {
  json?: boolean;
}

/** Adds `content apply`. Exit codes: 0 done, 1 refused, 2 not an applicable plan. */
export const registerApply = (program: Command): Command =>
  program
    .command('apply')
    .argument('<plan>', 'a file written by "content plan"')
    .description('apply a plan completely or not at all; can be undone')
    .option('--json', 'print the result as JSON, for programs')
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: ApplyOptions) =>
      runWithProgress(options, async (progress) => {
        const plan = await openPlan(resolvePath(file));
        progress.beginWriting(countWrites(plan.summary));
        const applied = await applyStored(plan, progress.written);
        progress.end();
        return printResult(applied, options);
      }),
    );

/** Counts the records that a plan writes. */
export const countWrites = ({ counts }: Summary): number =>
  Object.values(counts).reduce((sum, { created, changed }) => sum + created + changed, 0);

const EXAMPLES = `
Examples:
  npm run content -- plan term-11/ -o term-11.plan
  npm run content -- apply term-11.plan

A plan belongs to one database and is applied once. It is refused if a record that it touches has changed since; then make
the plan again.
Exit codes: 0 done, 1 refused, nothing was written, 2 no such plan, or it cannot be applied.`;
