import { type Command, InvalidArgumentError } from 'commander';
import { definedIn } from '../../common/maps';
import { undoBatch } from '../../plugins/rostra/server/src/plan/undo';
import type { BatchPart, RecordName } from '../../plugins/rostra/server/src/store/batches/parts';
import { findRestorable } from './history';
import { printReversal } from './print-reversal';
import { parseCount, parseList } from './read-options';
import { type ReversalCommandOptions, reversalOptionsOf, withReversalOptions } from './reversal-options';
import { runWithProgress } from './run-with-progress';

interface UndoCommandOptions extends ReversalCommandOptions {
  resource?: string[];
  record?: RecordName[];
}

/** Adds `content undo`. Exit codes: 0 done, 1 refused, 2 no such batch or wrong use. */
export const registerUndo = (program: Command): Command =>
  withReversalOptions(
    program
      .command('undo')
      .argument('<batch>', 'the number of a batch, from "content batches"', parseCount)
      .description('revert a batch, or a part of it; refused if one of its records has changed since')
      .option('--resource <names>', 'only the records of these resources, separated by commas', parseList)
      .option('--record <names...>', 'only these records, with their children: rs_bills/17', parseRecord),
  )
    .addHelpText('after', EXAMPLES)
    .action((batch: number, options: UndoCommandOptions) =>
      runWithProgress(options, async (progress) => {
        const part = partOf(options);
        if (part === 'unknown') return 2;
        const reversal = reversalOptionsOf(options);
        if (!reversal) return 2;
        const result = await undoBatch(batch, { ...reversal, progress: progress.written, ...definedIn({ part }) });
        progress.end();
        return printReversal(result, { ...options, batch, command: 'undo', ...definedIn({ part }) });
      }),
    );

/** Parses a record, `rs_bills/17`, and adds it to those before. Errors: InvalidArgumentError. */
function parseRecord(text: string, before: RecordName[] = []): RecordName[] {
  const [, resource, publicId] = /^(\w+)\/(\d{1,9})$/.exec(text) ?? [];
  if (resource === undefined) throw new InvalidArgumentError('expected a resource and an identifier: rs_bills/17');
  return [...before, { resource, publicId: Number(publicId) }];
}

/** The part of the batch that is asked for; undefined for all of it. Prints what is wrong with an unknown resource. */
function partOf({
  resource: resources = [],
  record: records = [],
}: UndoCommandOptions): BatchPart | 'unknown' | undefined {
  const names = [...resources, ...records.map(({ resource }) => resource)];
  if (!names.every(findRestorable)) return 'unknown';
  return names.length > 0 ? { resources, records } : undefined;
}

const EXAMPLES = `
Examples:
  npm run content -- batches                              lists imports with their numbers
  npm run content -- undo 12 --dry-run                    shows what would change
  npm run content -- undo 12
  npm run content -- undo 12 --resource rs_bills          only the bills; the rest stays, and can be undone later
  npm run content -- undo 12 --record rs_bills/17 rs_bills/18
  npm run content -- undo 12 --keep-edits                 what others have changed since stays

Deletes the records that the batch created and restores the former values of the fields that it changed. If any of these
records has changed since, says who has changed it and when, and changes nothing. "content redo" does the batch again.
Exit codes: 0 done, 1 refused, 2 no such batch, or it is undone already.`;
