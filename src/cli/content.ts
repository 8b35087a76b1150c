import '../runtime/utc';
import path from 'node:path';
import { Command } from 'commander';
import { importContent } from '../plugins/rostra/server/src/import/import';
import { SourceError, sourcesOf } from '../plugins/rostra/server/src/import/source';
import { withStrapi } from '../runtime/strapi';
import { runCommand } from './command';
import { describeFault, describeState } from './content/describe';
import { showProgress } from './content/progress';

const program = new Command('content').description('Brings records in from files.');

program
  .command('import')
  .description(
    'import folders, or files named after resources (rs_bills.json, reps.ndjson): all of it or, when there is any fault, nothing',
  )
  .argument('<paths...>', 'files and folders')
  .action(async (paths: string[]) => {
    // npm and Strapi change the folder; paths are meant from where the command was given.
    const from = process.env.INIT_CWD ?? process.cwd();
    const absolute = paths.map((each) => path.resolve(from, each));
    process.exitCode = await withStrapi(() => importPaths(absolute));
  });

/** Imports and reports; answers the exit code: 0 done, 1 refused because of faults in the records, 2 unreadable input. */
async function importPaths(paths: string[]): Promise<number> {
  const progress = showProgress(process.stdout);
  try {
    const sources = await sourcesOf(paths);
    progress.begin(sources);
    const state = await importContent(sources, progress.update);
    progress.end();
    for (const fault of state.faults) console.error(describeFault(fault));
    console.log(describeState(state));
    return state.faults.length > 0 ? 1 : 0;
  } catch (error) {
    progress.end();
    if (!(error instanceof SourceError)) throw error;
    console.error(error.message);
    console.log('Nothing was imported.');
    return 2;
  }
}

runCommand(program);
