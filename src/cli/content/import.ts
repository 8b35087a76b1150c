import path from 'node:path';
import type { Command } from 'commander';
import { importSources } from '../../plugins/rostra/server/src/plan/import';
import { run } from '../../plugins/rostra/server/src/store/database';
import { type DownloadKey, rememberDownloads } from '../../plugins/rostra/server/src/store/downloads/downloads';
import { settings } from '../../runtime/settings';
import { version } from '../../runtime/version';
import { countWrites } from './apply';
import { printPlan } from './print-plan';
import { printResult } from './print-result';
import { openChanged, planOptions, type ReadOptions, withReadOptions } from './read-options';
import { runWithProgress } from './run-with-progress';

interface ImportCommandOptions extends ReadOptions {
  again?: boolean;
}

/** The exit code if nothing at the addresses of an import has changed since they were imported. */
const UNCHANGED = 3;

/** Adds `content import`. Exit codes: 0 done, 1 faults, 2 unreadable input, 3 unchanged input, 4 input that cannot be read now. */
export const registerImport = (program: Command): Command =>
  withReadOptions(program.command('import'))
    .description('plan and apply in one step; if there is any fault, import nothing')
    .option('--again', 'import from addresses even if nothing there has changed since the last import')
    .addHelpText('after', EXAMPLES)
    .action((paths: string[], options: ImportCommandOptions) =>
      runWithProgress(options, async (progress) => {
        const key = keyOf(paths, options);
        const opened = await openChanged(paths, options, canSkip(options) ? key : undefined);
        if (!opened) return printUnchanged(options);
        const { sources, downloads } = opened;
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
        if (!applied) return 1;
        const code = printResult(applied, { ...options, summary });
        if (code === 0) await rememberDownloads(downloads, { ...key, change: applied.change }, run);
        return code;
      }),
    );

/** What decides what an import of these files does; another version may understand more of them. */
function keyOf(paths: string[], { show, json, again, source, ...options }: ImportCommandOptions): DownloadKey {
  return { sourceName: source, settings: JSON.stringify([version, paths, Object.entries(options).sort()]) };
}

/** Whether unchanged files mean that there is nothing to do. Otherwise what people have done since counts as well. */
const canSkip = ({ again, takeFile, restoreDeleted, syncAll, take, keep }: ImportCommandOptions): boolean =>
  !(again || takeFile || restoreDeleted || syncAll || take || keep);

function printUnchanged({ json }: ImportCommandOptions): number {
  if (json) console.log(JSON.stringify({ unchanged: true }));
  else console.log('Unchanged since the last import: there is nothing to do. --again imports all the same.');
  return UNCHANGED;
}

const EXAMPLES = `
Examples:
  npm run content -- import term-11/                         a folder of files named after resources
  npm run content -- import bills.csv --resource rs_bills --match version_no,term_index
  npm run content -- import reps.json --strict --json        for programs; warnings count as faults
  npm run content -- import https://example.org/rs_bills.csv.gz --source lis

"content plan" previews an import, "content undo" reverts one.
Exit codes: 0 done, 1 faults, nothing was written, 2 the input cannot be read, 3 nothing at the addresses has changed since the last import,
4 an address cannot be read now: try again later.`;
