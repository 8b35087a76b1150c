import type { Command } from 'commander';
import { planSources } from '../../plugins/rostra/server/src/plan/import';
import { resolvePath } from '../command';
import { printPlan } from './print-plan';
import { openSources, planOptions, type ReadOptions, withReadOptions } from './read-options';
import { runWithProgress } from './run-with-progress';

/** Adds `content plan`, which changes no record. Exit codes: 0 done, 1 faults, 2 unreadable input. */
export const registerPlan = (program: Command): Command =>
  withReadOptions(program.command('plan'))
    .description('preview an import, and write it to a file for "content apply"')
    .option('-o, --output <file>', 'where to write the plan (default: rostra-….plan)')
    .addHelpText('after', EXAMPLES)
    .action((paths: string[], options: ReadOptions & { output?: string }) =>
      runWithProgress(options, async (progress) => {
        const file = resolvePath(options.output ?? defaultName());
        const sources = await openSources(paths, options);
        progress.begin(sources);
        const summary = await planSources(sources, file, planOptions(options, progress));
        progress.end();
        await printPlan(file, summary, options);
        return summary.faultCount > 0 ? 1 : 0;
      }),
    );

const defaultName = (): string => `rostra-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.plan`;

const EXAMPLES = `
Examples:
  npm run content -- plan bills.xlsx --resource rs_bills     a spreadsheet; references may be names
  npm run content -- plan term-11/                           a folder of files named after resources
  npm run content -- plan rs_bills.csv --match version_no,term_index
  cat reps.ndjson | npm run content -- plan - --resource reps

Exit codes: 0 the plan can be applied, 1 faults, 2 the input cannot be read.`;
