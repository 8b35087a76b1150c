import type { Command } from 'commander';
import { openPlan } from '../../plugins/rostra/server/src/plan/file';
import { applyStored } from '../../plugins/rostra/server/src/plan/import';
import type { Summary } from '../../plugins/rostra/server/src/plan/types';
import { withStrapi } from '../../runtime/strapi';
import { fromHere } from './paths';
import { showProgress } from './progress';
import { tellApplied } from './tell-applied';
import { orWrong } from './wrong';

interface Options {
  json?: boolean;
}

/** `content apply`: does exactly what a plan says, or nothing. Exit codes: 0, 1 refused, 2 no plan. */
export const registerApply = (program: Command): Command =>
  program
    .command('apply')
    .argument('<plan>', 'the file that "content plan" has written')
    .description('do exactly what a plan says, all of it or nothing; it can be undone')
    .option('--json', 'tell the outcome as JSON, for programs')
    .addHelpText('after', EXAMPLES)
    .action(async (given: string, options: Options) => {
      process.exitCode = await withStrapi(() => orWrong(options, () => apply(fromHere(given), options)));
    });

async function apply(file: string, options: Options): Promise<number> {
  const plan = await openPlan(file);
  const progress = showProgress(process.stdout, { isQuiet: options.json ?? false });
  try {
    progress.beginWriting(writtenIn(plan.summary));
    const applied = await applyStored(plan, progress.written);
    progress.end();
    return tellApplied(applied, options);
  } finally {
    progress.end();
  }
}

/** How many records a plan writes. */
export const writtenIn = ({ counts }: Summary): number =>
  Object.values(counts).reduce((sum, { created, changed }) => sum + created + changed, 0);

const EXAMPLES = `
Examples:
  npm run content -- plan term-11/ -o term-11.plan
  npm run content -- apply term-11.plan

A plan is for the database that it was made for, and is applied once. It is refused when a record that it touches has
changed since; make it again then.
Exit codes: 0 done, 1 refused, and nothing was written, 2 there is no such plan, or it cannot be applied at all.`;
