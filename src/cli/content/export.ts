import { type Command, Option } from 'commander';
import { definedIn } from '../../common/maps';
import { type ExportedResource, exportToFolder, exportToStream } from '../../plugins/rostra/server/src/export/export';
import { ExportError } from '../../plugins/rostra/server/src/export/export-error';
import { type ExportFormat, FORMATS } from '../../plugins/rostra/server/src/export/formats';
import { allExportable, parseSelection } from '../../plugins/rostra/server/src/export/parse-selection';
import { withStrapi } from '../../runtime/strapi';
import { resolvePath } from '../command';
import { showExport } from './export-progress';
import { parseSourceName } from './read-options';

interface ExportOptions {
  all?: boolean;
  format: ExportFormat;
  filter: string[];
  source?: string;
  output: string;
  bom: boolean;
  json?: boolean;
}

/** Adds `content export`. Exit codes: 0 done, 1 writing failed, 2 wrong use. */
export const registerExport = (program: Command): Command =>
  program
    .command('export')
    .description('write records to files that can be imported, one file per resource, named after it')
    .argument('[resources...]', 'names of resources (rs_bills, reps, …)')
    .option('--all', 'export everything; directions and questions are part of their topics')
    .addOption(new Option('--format <format>', 'the format of the files').choices(Object.keys(FORMATS)).default('json'))
    .option(
      '--filter <name=value>',
      'only records that match a filter of the list endpoint; several filters are combined with AND',
      appendFilter,
      [],
    )
    .option(
      '--source <name>',
      'add the identifiers that the records have at a source of imports, as external_id',
      parseSourceName,
    )
    .option('-o, --output <folder>', `the folder, or ${STDOUT} for standard output (default: rostra-export-…)`)
    .option('--no-bom', 'write CSV without a byte order mark (Excel needs it to read Chinese)')
    .option('--json', 'print the result as JSON, for programs')
    .addHelpText('after', HELP)
    .action(async (names: string[], options: ExportOptions) => {
      process.exitCode = await withStrapi(() =>
        exportNamed(names, { ...options, output: options.output ?? defaultName() }),
      );
    });

/** The folder name that means standard output. */
const STDOUT = '-';

const HELP = `
Writes every record with its identifier, including fields that the API does not show. Importing the folder into an empty
database restores every record. All files are from the same moment and appear when all of them are complete. Fields that the
service sets itself (creation and update times, the editor of a timeline) are not exported.

In CSV and XLSX, a list is one cell (3;7;12), nested rows are JSON in one cell, and texts that a spreadsheet would change are
written as quoted JSON. A workbook is built in memory: choose another format for large tables.

Examples:
  npm run content -- export --all -o backup                            a backup: one JSON file per resource
  npm run content -- export rs_bills --filter term=9 --format xlsx     the bills of a term as a spreadsheet
  npm run content -- export reps --source lis --filter source=lis      what came from a source, with its identifiers
  npm run content -- export reps parties --format csv -o ~/data
  npm run -s content -- export rs_votes --format ndjson -o - | jq .title

Exit codes: 0 done, 1 writing failed, 2 wrong use.`;

async function exportNamed(names: string[], options: ExportOptions): Promise<number> {
  const progress = showExport(process.stderr, { isQuiet: options.json ?? false });
  try {
    const request = {
      selections: parseSelection(namesOf(names, options), options.filter),
      format: options.format,
      hasBom: options.bom,
      ...definedIn({ sourceName: options.source }),
      progress: progress.update,
    };
    const isStream = options.output === STDOUT;
    const done = isStream
      ? await exportToStream(request, process.stdout)
      : await exportToFolder(request, resolvePath(options.output));
    progress.end();
    printExport(done, { ...options, to: isStream ? process.stderr : process.stdout });
    return 0;
  } catch (error) {
    progress.end();
    if (!(error instanceof ExportError)) throw error;
    if (options.json) console.log(JSON.stringify({ error: error.message }));
    else console.error(error.message);
    return error.exitCode;
  }
}

function namesOf(names: string[], { all, filter }: ExportOptions): string[] {
  if (all && (names.length > 0 || filter.length > 0))
    throw new ExportError('--all exports everything: give neither names nor filters with it.', 2);
  if (!all && names.length === 0) throw new ExportError('Give names of resources or --all (see --help).', 2);
  return all ? allExportable().map(({ name }) => name) : names;
}

function printExport(done: ExportedResource[], { json, to }: ExportOptions & { to: NodeJS.WriteStream }): void {
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
    to.write(`An import would refuse the following, which entered the database unchecked (${faultCount} in all):\n`);
    for (const fault of faults) to.write(`  ${fault}\n`);
  }
}

const appendFilter = (value: string, before: string[]): string[] => [...before, value];

const defaultName = (): string => `rostra-export-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`;
