import { type Command, InvalidArgumentError } from 'commander';
import { definedIn } from '../../common/maps';
import { isSourceName, SOURCE_NAME_RULE } from '../../common/source-name';
import { type Source, SourceError } from '../../plugins/rostra/server/src/import/record';
import { sourcesOf } from '../../plugins/rostra/server/src/import/source';
import type { PlanOptions } from '../../plugins/rostra/server/src/plan/planning/make-plan';
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
  takeFile?: boolean;
  restoreDeleted?: boolean;
  json?: boolean;
  show: number;
}

/** Adds the arguments and options for reading files to a command. */
export const withReadOptions = (command: Command): Command =>
  command
    .argument('<paths...>', 'files and folders; - for standard input')
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
      '--take-file',
      'where a person and the file have changed the same field since the last import, take what the file says',
    )
    .option('--restore-deleted', 'bring back records of the files that a person has deleted since')
    .option('--show <n>', 'how many changes, faults and warnings to show', parseCount, 20)
    .option('--json', 'print the result as JSON, for programs');

/** Opens the files of a command. Errors: SourceError. */
export const openSources = (paths: string[], { resource }: ReadOptions): Promise<Source[]> =>
  sourcesOf(paths.map(resolvePath), { resource, stdin: process.stdin });

/** The options of a plan, with a progress display. */
export const planOptions = (
  { match, source, sync, syncLimit, syncAll, strict = false, takeFile = false, restoreDeleted = false }: ReadOptions,
  progress: ProgressDisplay,
): PlanOptions => {
  if (sync && source === undefined) throw new SourceError('--sync removes what a source no longer has: give --source');
  if (syncLimit !== undefined && !sync) throw new SourceError('--sync-limit is a limit of --sync: give both');
  if (syncAll && !sync) throw new SourceError('--sync-all says what --sync removes: give both');
  return {
    isStrict: strict,
    takesFile: takeFile,
    restoresDeleted: restoreDeleted,
    progress: progress.update,
    ...definedIn({ match, sourceName: source, sync: sync ? definedIn({ limit: syncLimit, all: syncAll }) : undefined }),
  };
};

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
