import type { ApplyResult } from '../../plugins/rostra/server/src/plan/applying/apply';
import type { Summary } from '../../plugins/rostra/server/src/plan/types';
import { quantity } from '../command';

interface ResultPrintOptions {
  json?: boolean;
  /** The summary of the plan, for programs. */
  summary?: Summary;
}

/** How many refusals are listed. */
const MAX_LISTED = 100;

/** Prints the result of applying a plan; returns the exit code. */
export function printResult(
  { batch, refusals, identified }: ApplyResult,
  { json = false, summary }: ResultPrintOptions,
): number {
  if (json) console.log(JSON.stringify({ ...summary, batch, refusals }));
  else if (batch === undefined && refusals.length === 0)
    console.log(
      identified ? `Noted ${quantity(identified, 'identifier')}; nothing else to do.` : 'There was nothing to do.',
    );
  else if (batch !== undefined) console.log(`Done: batch ${batch}. Undo it with "content undo ${batch}".`);
  else {
    for (const { resource, number, file, record, line, faults } of refusals.slice(0, MAX_LISTED)) {
      const place = file ? ` (${file}, record ${record}${line === undefined ? '' : `, line ${line}`})` : '';
      const reasons = faults.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
      console.error(`${resource} ${number < 0 ? '(new)' : number}${place}: ${reasons}`);
    }
    const rest = refusals.length - MAX_LISTED;
    if (rest > 0) console.error(`… and ${rest} more`);
    console.log('Nothing was changed. Make the plan again to see the current state.');
  }
  return refusals.length > 0 ? 1 : 0;
}
