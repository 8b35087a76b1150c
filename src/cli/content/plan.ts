import type { Command } from 'commander';
import { planSources } from '../../plugins/rostra/server/src/plan/import';
import { withStrapi } from '../../runtime/strapi';
import { fromHere } from './paths';
import { showProgress } from './progress';
import { openSources, planOptions, type ReadOptions, withReadOptions } from './reading';
import { tellPlan } from './tell-plan';
import { orWrong } from './wrong';

/** `content plan`: reads everything and writes nothing. Exit codes: 0, 1 with faults, 2 for what cannot be read. */
export const registerPlan = (program: Command): Command =>
  withReadOptions(program.command('plan'))
    .description('show what an import would do, and write it to a file that "content apply" does')
    .option('-o, --output <file>', 'where to write the plan (default: rostra-….plan)')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], options: ReadOptions & { output?: string }) => {
      process.exitCode = await withStrapi(() => orWrong(options, () => plan(paths, options)));
    });

async function plan(paths: string[], options: ReadOptions & { output?: string }): Promise<number> {
  const file = fromHere(options.output ?? defaultName());
  const progress = showProgress(process.stdout, { isQuiet: options.json ?? false });
  try {
    const sources = await openSources(paths, options);
    progress.begin(sources);
    const summary = await planSources(sources, file, planOptions(options, progress));
    progress.end();
    await tellPlan(file, summary, options);
    return summary.faultCount > 0 ? 1 : 0;
  } finally {
    progress.end();
  }
}

const defaultName = (): string => `rostra-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.plan`;

const EXAMPLES = `
Examples:
  npm run content -- plan bills.xlsx --resource rs_bills     a spreadsheet; acts and members may stand by name
  npm run content -- plan term-11/                           a folder of files named after resources
  npm run content -- plan rs_bills.csv --match version_no,term_index
  cat reps.ndjson | npm run content -- plan - --resource reps

Exit codes: 0 the plan can be applied, 1 there are faults, 2 the input cannot be read.`;
