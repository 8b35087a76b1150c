import { type Command, InvalidArgumentError } from 'commander';
import { MatchError } from '../../plugins/rostra/server/src/import/names/match';
import { SourceError, sourcesOf } from '../../plugins/rostra/server/src/import/source';
import { ensureReplaceable, PlanFileError, writePlan } from '../../plugins/rostra/server/src/plan/file';
import { makePlan } from '../../plugins/rostra/server/src/plan/make';
import type { Summary } from '../../plugins/rostra/server/src/plan/plan';
import { fromHere } from './paths';
import { showProgress } from './progress';

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

/** Makes a plan of files, in a file; undefined after telling why they cannot be read. */
export async function planOf(paths: string[], file: string, options: ReadOptions): Promise<Summary | undefined> {
  const progress = showProgress(process.stdout, { isQuiet: options.json ?? false });
  const out = { abandon: async (): Promise<void> => undefined };
  try {
    const sources = await sourcesOf(paths.map(fromHere), { resource: options.resource, stdin: process.stdin });
    await ensureReplaceable(file);
    const writer = writePlan(
      file,
      sources.map(({ label }) => label),
    );
    out.abandon = writer.abandon;
    progress.begin(sources);
    const summary = await makePlan(sources, writer, {
      isStrict: options.strict ?? false,
      progress: progress.update,
      ...(options.match ? { match: options.match } : {}),
    });
    progress.end();
    return summary;
  } catch (error) {
    progress.end();
    await out.abandon();
    if (![SourceError, MatchError, PlanFileError].some((each) => error instanceof each)) throw error;
    const { message } = error as Error;
    if (options.json) console.log(JSON.stringify({ error: message }));
    else console.error(message);
    return undefined;
  }
}

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
