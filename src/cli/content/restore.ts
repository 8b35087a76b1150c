import { type Command, InvalidArgumentError, Option } from 'commander';
import type { JsonObject } from '../../common/json';
import { definedIn } from '../../common/maps';
import { newRecordsAmong } from '../../plugins/newsroom/features/history/server/new-names';
import { ApiError, errors } from '../../plugins/rostra/server/src/errors/errors';
import type { PlanRefusal } from '../../plugins/rostra/server/src/plan/applying/refusals';
import type { RestoreResult } from '../../plugins/rostra/server/src/plan/restoring/perform';
import { restoreRecord } from '../../plugins/rostra/server/src/plan/restoring/restore';
import { revertChanges } from '../../plugins/rostra/server/src/plan/restoring/revert';
import { describeConflict } from '../../plugins/rostra/server/src/plan/restoring/walk';
import { run } from '../../plugins/rostra/server/src/store/database';
import { actorsNamed, changesBy } from '../../plugins/rostra/server/src/store/history/past';
import { quantity } from '../command';
import { describeChanges } from './describe-changes';
import { findRestorable } from './history';
import { parseCount, parseList } from './read-options';
import { runWithProgress } from './run-with-progress';

interface RestoreCommandOptions {
  change?: number;
  fields?: string[];
  by?: string;
  since?: number;
  conflicts: 'refuse' | 'overwrite' | 'keep';
  missing: 'refuse' | 'restore' | 'omit';
  others: 'refuse' | 'leave';
  note?: string;
  dryRun?: boolean;
  show: number;
  json?: boolean;
}

/** Adds `content restore`. Exit codes: 0 done, 1 refused, 2 wrong use. */
export const registerRestore = (program: Command): Command =>
  program
    .command('restore')
    .argument('[resource]', 'rs_bills, reps, …; without it, whole changes are taken back')
    .argument('[id]', 'the identifier of a record, which may be deleted', parseCount)
    .description('take a record back to an earlier change, or take changes back in all their records')
    .option('--change <n>', 'the change after which the record was right, or the change to take back', parseCount)
    .option('--fields <names>', 'only these fields of the record, separated by commas', parseList)
    .option(
      '--by <who>',
      'take back all changes of this person or program: a name, or user:12, token:3, panelUser:4, system:NAME …',
    )
    .option('--since <time>', '… since this time (UTC unless it names a zone)', parseTime)
    .addOption(
      new Option('--conflicts <choice>', 'what to do with fields that others have changed since')
        .choices(['refuse', 'overwrite', 'keep'])
        .default('refuse'),
    )
    .addOption(
      new Option('--missing <choice>', 'what to do with references to deleted records; restore: of a single record')
        .choices(['refuse', 'restore', 'omit'])
        .default('refuse'),
    )
    .addOption(
      new Option(
        '--others <choice>',
        'what to do with other records that cannot be restored as they were; of a single record',
      )
        .choices(['refuse', 'leave'])
        .default('refuse'),
    )
    .option('--note <text>', 'why; required to take back what others have done')
    .option('--dry-run', 'only show what would change')
    .option('--show <n>', 'how many changes, conflicts and faults to show', parseCount, 20)
    .option('--json', 'print the result as JSON, for programs')
    .addHelpText('after', EXAMPLES)
    .action((name: string | undefined, id: number | undefined, options: RestoreCommandOptions) =>
      runWithProgress(options, async (progress) => {
        const work = workOf(name, id, options, progress.written);
        if (!work) return 2;
        try {
          const result = await work();
          progress.end();
          return await print(result, options);
        } catch (error) {
          if (!(error instanceof ApiError) || error.status >= 500) throw error;
          progress.end();
          console.error(describeError(error));
          return 2;
        }
      }),
    );

/** What the arguments ask for; undefined after printing what is wrong with them. */
function workOf(
  name: string | undefined,
  id: number | undefined,
  { change, fields, by, since, conflicts, missing, others, note, dryRun: isDryRun }: RestoreCommandOptions,
  progress: (resource: string, records: number) => void,
): (() => Promise<RestoreResult>) | undefined {
  const options = { conflicts, ...definedIn({ note, isDryRun, isNoteOptional: isDryRun }) };
  if (name !== undefined) {
    const resource = findRestorable(name);
    if (resource && id !== undefined && change !== undefined && by === undefined)
      return () => restoreRecord(resource, id, { change, missing, others, ...definedIn({ fields }), ...options });
    if (resource) console.error('Give the identifier of a record and --change; "content history" lists its changes.');
    return undefined;
  }
  if (fields || missing === 'restore' || others === 'leave') {
    console.error(
      '--fields, --missing restore and --others leave are for single records: give a resource and an identifier.',
    );
    return undefined;
  }
  const revert = (changes: number[]) => revertChanges(changes, { missing, progress, ...options });
  if (change !== undefined && by === undefined) return () => revert([change]);
  if (change === undefined && by !== undefined && since !== undefined)
    return async () => revert(await changesBy(await actorOf(by, since), since, run));
  console.error('Give a record and --change, or only --change, or --by with --since (see --help).');
  return undefined;
}

/** The actor that `user:12` or a name stands for. Errors: INVALID_INPUT for a name of nobody who has changed anything since then, or of several, with how to tell them apart. */
async function actorOf(by: string, since: number): Promise<JsonObject> {
  const [, kind = '', id] = /^(user|token|panelUser):(\d{1,15})$/.exec(by) ?? [];
  if (id !== undefined) return { kind, id: Number(id) };
  const [, system, program] = /^(system|databaseUser):(.+)$/.exec(by) ?? [];
  if (system !== undefined && program !== undefined) return { kind: system, name: program };
  const found = await actorsNamed(by, since, run);
  const [only] = found;
  if (!only) {
    const message = `nobody called "${by}" has changed anything since then`;
    throw errors.invalidInput([{ path: '--by', code: 'UNKNOWN_REFERENCE', message }]);
  }
  if (found.length === 1) return only;
  const all = found.map(({ kind: each, id: number, name }) => `${each}:${number ?? name}`);
  const message = `several are called "${by}": give one of ${all.join(', ')}`;
  throw errors.invalidInput([{ path: '--by', code: 'AMBIGUOUS', message }]);
}

const EXAMPLES = `
Examples:
  npm run content -- restore rs_bills 12 --change 1204 --dry-run      shows what differs from the bill after this change
  npm run content -- restore rs_bills 12 --change 1204 --fields content,tags --note "wrong draft"
  npm run content -- restore reps 7 --change 1300 --note "by mistake" a deleted record, if this change deleted it
  npm run content -- restore --change 1300 --note "by mistake"        takes back all that a change did
  npm run content -- restore --by 林編輯 --since 2026-11-22T14:00 --note "wrong spreadsheet"

A restore is a change like any other and can be taken back. It is applied completely or not at all.
Exit codes: 0 done, 1 refused, nothing was written, 2 wrong use.`;

/** Parses a time. Errors: InvalidArgumentError. */
function parseTime(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new InvalidArgumentError('expected a time such as 2026-11-22T14:00');
  return time;
}

/** Prints what was done, or why nothing was; returns the exit code. */
async function print(
  result: RestoreResult,
  { json, show, dryRun = false, conflicts: choice }: RestoreCommandOptions,
): Promise<number> {
  const { change, count, changes, conflicts, conflictCount, refusals, left, canLeave, needsNote } = result;
  const isRefused =
    refusals.length > 0 ||
    (conflictCount > 0 && (choice !== 'keep' || (count === 0 && conflicts.some(({ kind }) => kind === 'gone'))));
  if (json) {
    console.log(JSON.stringify(result));
    return isRefused ? 1 : 0;
  }
  const texts = await describeChanges(changes.slice(0, show), { findNew: (keys) => newRecordsAmong(changes, keys) });
  for (const text of texts) console.log(text);
  if (count > show) console.log(`… and ${count - show} more`);
  for (const line of [...linesOf(refusals.slice(0, show)), ...linesOf(left.slice(0, show), ' stays as it is')])
    console.error(line);
  if (canLeave) console.error('--others leave restores the rest and leaves such other records as they are.');
  for (const each of conflicts.slice(0, show))
    console.error(`${each.resource} ${each.publicId}: ${each.path ? `${each.path}: ` : ''}${describeConflict(each)}`);
  if (choice === 'refuse' && conflicts.some(({ kind }) => kind !== 'gone'))
    console.error('--conflicts overwrite replaces what others have done since, --conflicts keep leaves it.');
  if (isRefused) console.log('Nothing was changed.');
  else if (dryRun) {
    console.log(`${quantity(count, 'record')} would change; nothing was written.`);
    if (needsNote) console.log('It takes back what others have done: give a reason with --note.');
  } else if (change === undefined) console.log('There was nothing to do.');
  else
    console.log(
      `Done: ${quantity(count, 'record')}, change ${change}. Take it back with "content restore --change ${change}".`,
    );
  return isRefused ? 1 : 0;
}

/** The faults of records, a line for each. */
const linesOf = (refusals: PlanRefusal[], what = ''): string[] =>
  refusals.flatMap(({ resource, number, faults }) =>
    faults.map(({ path, message }) => `${resource} ${number}${what}: ${path ? `${path}: ` : ''}${message}`),
  );

const describeError = ({ status, details, message }: ApiError): string =>
  status === 404
    ? 'History knows of no such change, or the record did not exist after it.'
    : (details.errors ?? []).map(({ path, message: text }) => `${path}: ${text}`).join('\n') || message;
