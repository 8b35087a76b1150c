import { type Command, Option } from 'commander';
import { choose, everything } from '../../plugins/rostra/server/src/export/choose';
import { type ExportedResource, exportToFolder, exportToStream } from '../../plugins/rostra/server/src/export/export';
import { ExportError } from '../../plugins/rostra/server/src/export/export-error';
import { type ExportFormat, FORMATS } from '../../plugins/rostra/server/src/export/formats';
import { withStrapi } from '../../runtime/strapi';
import { showExport } from './export-progress';
import { fromHere } from './paths';

interface Options {
  all?: boolean;
  format: ExportFormat;
  filter: string[];
  output: string;
  bom: boolean;
  json?: boolean;
}

/** Adds `content export` to the commands. Exit codes: 0 done, 1 could not be written, 2 wrong use. */
export const registerExport = (program: Command): Command =>
  program
    .command('export')
    .description('write records to files that can be imported: a file for each resource, named after it')
    .argument('[resources...]', 'names of resources: rs_bills, reps, …')
    .option('--all', 'everything; directions and questions stand in their topics')
    .addOption(new Option('--format <format>', 'how files are written').choices(Object.keys(FORMATS)).default('json'))
    .option(
      '--filter <name=value>',
      'only records for which a filter of their list holds; several with AND',
      collected,
      [],
    )
    .option('-o, --output <folder>', `the folder, ${STDOUT} for standard output (default: rostra-export-…)`)
    .option('--no-bom', 'CSV without a byte order mark, which Excel needs to read Chinese')
    .option('--json', 'tell the outcome as JSON, for programs')
    .addHelpText('after', HELP)
    .action(async (names: string[], options: Options) => {
      process.exitCode = await withStrapi(() =>
        exportNamed(names, { ...options, output: options.output ?? defaultName() }),
      );
    });

/** Stands for standard output in place of a folder. */
const STDOUT = '-';

const HELP = `
Every record is written with its identifier, fields that answers do not show included. A folder exported is a folder that
can be imported: into an empty database it gives back every record. All files show the same moment, and appear when all of
them are whole. What the service notes itself (times of creation and change, a timeline's editor) is not exported.

In CSV and XLSX a list is one cell (3;7;12), nested rows are JSON in a cell, and texts that a spreadsheet would spoil are
written as JSON, in quotes. A workbook is made in memory: for large tables choose another format.

Examples:
  npm run content -- export --all -o backup                            a backup: a JSON file for each resource
  npm run content -- export rs_bills --filter term=9 --format xlsx     the bills of a term as a spreadsheet
  npm run content -- export reps parties --format csv -o ~/data
  npm run -s content -- export rs_votes --format ndjson -o - | jq .title

Exit codes: 0 done, 1 could not be written, 2 wrong use.`;

async function exportNamed(names: string[], options: Options): Promise<number> {
  const progress = showExport(process.stderr, { isQuiet: options.json ?? false });
  try {
    const request = {
      chosen: choose(namesOf(names, options), options.filter),
      format: options.format,
      hasMark: options.bom,
      progress: progress.update,
    };
    const isStream = options.output === STDOUT;
    const done = isStream
      ? await exportToStream(request, process.stdout)
      : await exportToFolder(request, fromHere(options.output));
    progress.end();
    tell(done, { ...options, to: isStream ? process.stderr : process.stdout });
    return 0;
  } catch (error) {
    progress.end();
    if (!(error instanceof ExportError)) throw error;
    if (options.json) console.log(JSON.stringify({ error: error.message }));
    else console.error(error.message);
    return error.exitCode;
  }
}

function namesOf(names: string[], { all, filter }: Options): string[] {
  if (all && (names.length > 0 || filter.length > 0))
    throw new ExportError('--all is everything: it goes with neither names nor filters.', 2);
  if (!all && names.length === 0) throw new ExportError('Name what to export, or say --all; --help shows examples.', 2);
  return all ? everything().map(({ name }) => name) : names;
}

function tell(done: ExportedResource[], { json, to }: Options & { to: NodeJS.WriteStream }): void {
  if (json) {
    const resources = done.map(({ resource, records, file, bytes, faults, faultCount }) => {
      return { resource: resource.name, records, ...(file ? { file } : {}), bytes, faults, faultCount };
    });
    to.write(`${JSON.stringify({ resources })}\n`);
    return;
  }
  for (const { resource, records, file, faults, faultCount } of done) {
    to.write(`${resource.name.padEnd(20)}${String(records).padStart(10)}${file ? `  ${file}` : ''}\n`);
    if (faultCount === 0) continue;
    to.write(`An import would refuse, for it came into the database past the rules (${faultCount} in all):\n`);
    for (const fault of faults) to.write(`  ${fault}\n`);
  }
}

const collected = (value: string, before: string[]): string[] => [...before, value];

const defaultName = (): string => `rostra-export-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`;
