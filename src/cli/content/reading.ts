import { type Command, InvalidArgumentError } from 'commander';
import type { Source } from '../../plugins/rostra/server/src/import/record';
import { sourcesOf } from '../../plugins/rostra/server/src/import/source';
import type { Options } from '../../plugins/rostra/server/src/plan/make';
import { fromHere } from './paths';
import type { Shown } from './progress';

/** The options of commands that read files. */
export interface ReadOptions {
  resource?: string;
  match?: string[];
  strict?: boolean;
  json?: boolean;
  show: number;
}

/** Gives a command the arguments and options of reading files. */
export const withReadOptions = (command: Command): Command =>
  command
    .argument('<paths...>', 'files and folders; - is standard input')
    .option('--resource <name>', 'what the files hold, where their names do not say it (rs_bills, reps, …)')
    .option('--match <fields>', 'fields that tell which stored record one without id is, separated by commas', listed)
    .option('--strict', 'take warnings for faults')
    .option('--show <n>', 'how many changes, faults and warnings to show', whole, 20)
    .option('--json', 'tell the outcome as JSON, for programs');

/** Opens the files that a command was given. Errors: SourceError. */
export const openSources = (paths: string[], { resource }: ReadOptions): Promise<Source[]> =>
  sourcesOf(paths.map(fromHere), { resource, stdin: process.stdin });

/** How a plan of them is made, with its progress shown. */
export const planOptions = ({ match, strict = false }: ReadOptions, progress: Shown): Options => ({
  isStrict: strict,
  progress: progress.update,
  ...(match ? { match } : {}),
});

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** A number on the command line. */
export function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('expected a whole number');
  return Number(text);
}
