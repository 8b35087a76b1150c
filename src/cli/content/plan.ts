import path from 'node:path';
import { type Command, Option } from 'commander';
import type { Language } from '../../plugins/newsroom/shared/panel';
import type { Source } from '../../plugins/rostra/server/src/import/record';
import { planSources } from '../../plugins/rostra/server/src/plan/import';
import type { Summary } from '../../plugins/rostra/server/src/plan/types';
import { resolvePath } from '../command';
import { ensurePageReplaceable } from './plan-page/page-file';
import { languageOfEnvironment } from './plan-page/words';
import { writePage } from './plan-page/write-page';
import { printPlan } from './print-plan';
import { openSources, planOptions, type ReadOptions, withReadOptions } from './read-options';
import { runWithProgress } from './run-with-progress';

interface PlanCommandOptions extends ReadOptions {
  output?: string;
  html?: string;
  language?: Language;
}

/** Adds `content plan`, which changes no record. Exit codes: 0 done, 1 faults, 2 unreadable input. */
export const registerPlan = (program: Command): Command =>
  withReadOptions(program.command('plan'))
    .description('preview an import, and write it to a file for "content apply"')
    .option('-o, --output <file>', 'where to write the plan (default: rostra-….plan)')
    .option('--html <file>', 'write the plan to a page as well, to read in a browser and to send to others')
    .addOption(
      new Option('--language <language>', 'the language of the page (default: that of the environment)').choices([
        'zh',
        'en',
      ]),
    )
    .addHelpText('after', EXAMPLES)
    .action((paths: string[], options: PlanCommandOptions) =>
      runWithProgress(options, async (progress) => {
        const file = resolvePath(options.output ?? defaultName());
        const page = options.html === undefined ? undefined : resolvePath(options.html);
        if (page !== undefined) await ensurePageReplaceable(page, file);
        const { sources } = await openSources(paths, options);
        progress.begin(sources);
        const summary = await planSources(sources, file, planOptions(options, progress));
        progress.end();
        await printPlan(file, summary, options);
        if (page !== undefined) await writePage(page, pageOptions(file, sources, summary, options));
        if (page !== undefined && !options.json) console.log(`The page is in ${page}`);
        return summary.faultCount > 0 ? 1 : 0;
      }),
    );

const pageOptions = (plan: string, sources: Source[], summary: Summary, { language }: PlanCommandOptions) => ({
  ...{ plan, summary, sources: sources.map(({ label }) => path.basename(label)) },
  language: language ?? languageOfEnvironment(process.env),
});

const defaultName = (): string => `rostra-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.plan`;

const EXAMPLES = `
Examples:
  npm run content -- plan bills.xlsx --resource rs_bills     a spreadsheet; references may be names
  npm run content -- plan term-11/                           a folder of files named after resources
  npm run content -- plan rs_bills.csv --match version_no,term_index
  npm run content -- plan bills.xlsx --resource rs_bills --html bills.html --language en
  cat reps.ndjson | npm run content -- plan - --resource reps

Exit codes: 0 the plan can be applied, 1 faults, 2 the input cannot be read.`;
