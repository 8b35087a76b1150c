import path from 'node:path';
import type { Command } from 'commander';
import { importSources } from '../../plugins/rostra/server/src/plan/import';
import { settings } from '../../runtime/settings';
import { withStrapi } from '../../runtime/strapi';
import { writtenIn } from './apply';
import { showProgress } from './progress';
import { openSources, planOptions, type ReadOptions, withReadOptions } from './reading';
import { tellApplied } from './tell-applied';
import { tellPlan } from './tell-plan';
import { orWrong } from './wrong';

/** `content import`: plan and apply in one. Exit codes: 0 done, 1 faults, 2 for what cannot be read. */
export const registerImport = (program: Command): Command =>
  withReadOptions(program.command('import'))
    .description('plan and apply in one: all of it or, when there is any fault, nothing')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], options: ReadOptions) => {
      process.exitCode = await withStrapi(() => orWrong(options, () => importPaths(paths, options)));
    });

async function importPaths(paths: string[], options: ReadOptions): Promise<number> {
  const progress = showProgress(process.stdout, { isQuiet: options.json ?? false });
  try {
    const sources = await openSources(paths, options);
    progress.begin(sources);
    const { summary, applied } = await importSources(sources, path.join(settings().dataDir, 'plans'), {
      ...planOptions(options, progress),
      planned: async (planned) => {
        progress.end();
        await tellPlan('', planned, { ...options, isImport: true });
        if (planned.faultCount === 0) progress.beginWriting(writtenIn(planned));
      },
      written: progress.written,
    });
    progress.end();
    return applied ? tellApplied(applied, { ...options, summary }) : 1;
  } finally {
    progress.end();
  }
}

const EXAMPLES = `
Examples:
  npm run content -- import term-11/                         a folder of files named after resources
  npm run content -- import bills.csv --resource rs_bills --match version_no,term_index
  npm run content -- import reps.json --strict --json        for programs; what is odd counts as a fault

"content plan" shows first what would happen, "content undo" takes an import back.
Exit codes: 0 done, 1 there are faults and nothing was written, 2 the input cannot be read.`;
