import { type Command, InvalidArgumentError } from 'commander';
import { definedIn } from '../../common/maps';
import { isSourceName, SOURCE_NAME_RULE } from '../../common/source-name';
import { isAddress, labelOfAddress } from '../../plugins/rostra/server/src/import/address';
import type { Download } from '../../plugins/rostra/server/src/import/download';
import { type Source, SourceError } from '../../plugins/rostra/server/src/import/record';
import { sourcesOf } from '../../plugins/rostra/server/src/import/source';
import { downloadAll } from '../../plugins/rostra/server/src/plan/downloads';
import { type Decisions, faultOfDecision } from '../../plugins/rostra/server/src/plan/planning/decisions';
import type { PlanOptions } from '../../plugins/rostra/server/src/plan/planning/make-plan';
import type { DownloadKey } from '../../plugins/rostra/server/src/store/downloads/downloads';
import { resolvePath } from '../command';
import type { ProgressDisplay } from './progress';

/** The options of commands that read files. */
export interface ReadOptions {
  resource?: string;
  match?: string[];
  source?: string;
  sync?: boolean;
  syncLimit?: number;
  syncAll?: boolean;
  strict?: boolean;
  keepEdits?: boolean;
  takeFile?: boolean;
  take?: string[];
  keep?: string[];
  restoreDeleted?: boolean;
  json?: boolean;
  show: number;
}

/** Adds the arguments and options for reading files to a command. */
export const withReadOptions = (command: Command): Command =>
  command
    .argument('<paths...>', 'files, folders and addresses (https); - for standard input')
    .option('--resource <name>', 'the resource of all files, if they are not named after it (rs_bills, reps, …)')
    .option('--match <fields>', 'fields that match records without id with stored ones, separated by commas', parseList)
    .option(
      '--source <name>',
      'the source of the records, whose identifiers there are in external_id (lis, …)',
      parseSourceName,
    )
    .option('--sync', 'remove records that the source knew and that the files no longer have')
    .option('--sync-limit <n>', 'how many records of each resource --sync may remove', parseCount)
    .option(
      '--sync-all',
      'with --sync, remove also those that people have made, changed or restored, or that other sources know',
    )
    .option('--strict', 'treat warnings as faults')
    .option(
      '--keep-edits',
      'where a person and the file have changed the same field since the last import, keep it (default)',
    )
    .option(
      '--take-file',
      'where a person and the file have changed the same field since the last import, take what the file says',
    )
    .option(
      '--take <names...>',
      'what the file says in single fields (rs_bills/12/title) or records (rs_bills/12), which may also return',
      parseDecision,
    )
    .option('--keep <names...>', 'what people have done to single fields or records', parseDecision)
    .option('--restore-deleted', 'bring back records of the files that a person has deleted since')
    .option('--show <n>', 'how many changes, faults and warnings to show', parseCount, 20)
    .option('--json', 'print the result as JSON, for programs');

/** The files of a command, and what has been downloaded of them. */
interface OpenSources {
  sources: Source[];
  downloads: Map<string, Download>;
}

/** Opens the files of a command, and downloads those that are addresses. Errors: SourceError. */
export async function openSources(paths: string[], options: ReadOptions): Promise<OpenSources> {
  const opened = await openChanged(paths, options, undefined);
  if (!opened) throw new Error('all that is unknown is new');
  return opened;
}

/**
 * Opens the files of a command, and downloads those that are addresses; undefined if all are addresses, and nothing there has changed since
 * they were imported in the way of `key`. Errors: SourceError.
 */
export async function openChanged(
  paths: string[],
  { resource, json }: ReadOptions,
  key: DownloadKey | undefined,
): Promise<OpenSources | undefined> {
  const addresses = paths.filter(isAddress);
  if (!json) for (const address of addresses) console.log(`Downloading ${labelOfAddress(address)}`);
  const downloads = await downloadAll(addresses, addresses.length === paths.length ? key : undefined);
  if (!downloads) return undefined;
  const sources = await sourcesOf(
    paths.map((each) => (isAddress(each) ? each : resolvePath(each))),
    { resource, stdin: process.stdin, downloads },
  );
  return { sources, downloads };
}

/** The options of a plan, with a progress display. */
export const planOptions = (options: ReadOptions, progress: ProgressDisplay): PlanOptions => {
  const { match, source, sync, syncLimit, syncAll, strict = false, takeFile = false, restoreDeleted = false } = options;
  if (sync && source === undefined) throw new SourceError('--sync removes what a source no longer has: give --source');
  if (syncLimit !== undefined && !sync) throw new SourceError('--sync-limit is a limit of --sync: give both');
  if (syncAll && !sync) throw new SourceError('--sync-all says what --sync removes: give both');
  if (options.keepEdits && takeFile) throw new SourceError('--keep-edits and --take-file exclude each other');
  return {
    isStrict: strict,
    decisions: decisionsOf(options),
    takesFile: takeFile,
    restoresDeleted: restoreDeleted,
    progress: progress.update,
    ...definedIn({ match, sourceName: source, sync: sync ? definedIn({ limit: syncLimit, all: syncAll }) : undefined }),
  };
};

/** Errors: SourceError for what does not exist, and for what is both taken and kept. */
function decisionsOf({ take = [], keep = [] }: ReadOptions): Decisions {
  const faults = [...take, ...keep].flatMap((name) => faultOfDecision(name) ?? []);
  faults.push(...take.filter((name) => keep.includes(name)).map((name) => `${name}: give --take or --keep, not both`));
  if (faults.length > 0) throw new SourceError(faults.join('\n'));
  return new Map([...take.map((name) => [name, true] as const), ...keep.map((name) => [name, false] as const)]);
}

/** Parses the name of a field or a record, and adds it to those before. Errors: InvalidArgumentError. */
function parseDecision(text: string, former: string[] = []): string[] {
  if (!/^\w+\/\d{1,9}(\/\w+)?$/.test(text))
    throw new InvalidArgumentError(
      'expected RESOURCE/ID/FIELD or RESOURCE/ID, such as rs_bills/17/title; files and folders come before --take and --keep',
    );
  return [...former, text];
}

/** Parses a list separated by commas. */
export const parseList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Parses the name of a source. Errors: InvalidArgumentError. */
export function parseSourceName(text: string): string {
  if (!isSourceName(text)) throw new InvalidArgumentError(`expected ${SOURCE_NAME_RULE}`);
  return text;
}

/** Parses a number of the command line. Errors: InvalidArgumentError. */
export function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('expected a whole number');
  return Number(text);
}
