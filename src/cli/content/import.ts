import path from 'node:path';
import type { Command } from 'commander';
import { importSources } from '../../plugins/rostra/server/src/plan/import';
import { settings } from '../../runtime/settings';
import { countWrites } from './apply';
import { printPlan } from './print-plan';
import { printResult } from './print-result';
import { openSources, planOptions, type ReadOptions, withReadOptions } from './read-options';
import { runWithProgress } from './run-with-progress';

/** Adds `content import`. Exit codes: 0 done, 1 faults, 2 unreadable input. */
export const registerImport = (program: Command): Command =>
  withReadOptions(program.command('import'))
    .description('plan and apply in one step; if there is any fault, import nothing')
    .addHelpText('after', EXAMPLES)
    .action((paths: string[], options: ReadOptions) =>
      runWithProgress(options, async (progress) => {
        const sources = await openSources(paths, options);
        progress.begin(sources);
        const { summary, applied } = await importSources(sources, path.join(settings().dataDir, 'plans'), {
          ...planOptions(options, progress),
          planned: async (planned, file) => {
            progress.end();
            await printPlan(file, planned, { ...options, isImport: true });
            if (planned.faultCount === 0) progress.beginWriting(countWrites(planned));
          },
          written: progress.written,
        });
        progress.end();
        return applied ? printResult(applied, { ...options, summary }) : 1;
      }),
    );

const EXAMPLES = `
Examples:
  npm run content -- import term-11/                         a folder of files named after resources
  npm run content -- import bills.csv --resource rs_bills --match version_no,term_index
  npm run content -- import reps.json --strict --json        for programs; warnings count as faults

"content plan" previews an import, "content undo" reverts one.
Exit codes: 0 done, 1 faults, nothing was written, 2 the input cannot be read.`;
