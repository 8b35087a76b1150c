import type { Applied } from '../../plugins/rostra/server/src/plan/applying/apply';
import type { Summary } from '../../plugins/rostra/server/src/plan/types';

interface Options {
  json?: boolean;
  /** What was planned, for programs. */
  summary?: Summary;
  isUndo?: boolean;
}

/** How many records that keep a plan from being applied are named. */
const NAMED = 100;

const CHANGED_SINCE = 'Undo later batches first; what people have changed by hand must be as the batch left it.';

/** Tells what became of a plan or of undoing one; answers the exit code. */
export function tellApplied({ batch, refusals }: Applied, { json = false, summary, isUndo = false }: Options): number {
  if (json) console.log(JSON.stringify({ ...summary, batch, refusals }));
  else if (batch === undefined && refusals.length === 0) console.log('There was nothing to do.');
  else if (batch !== undefined && isUndo) console.log('Done: what the batch did has been taken back.');
  else if (batch !== undefined) console.log(`Done: batch ${batch}. "content undo ${batch}" takes it back.`);
  else {
    for (const { resource, number, file, record, line, faults } of refusals.slice(0, NAMED)) {
      const place = file ? ` (${file}, record ${record}${line === undefined ? '' : `, line ${line}`})` : '';
      const what = faults.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
      console.error(`${resource} ${number < 0 ? '(new)' : number}${place}: ${what}`);
    }
    const rest = refusals.length - NAMED;
    if (rest > 0) console.error(`… and ${rest} more`);
    console.log(`Nothing was changed. ${isUndo ? CHANGED_SINCE : 'Make the plan again to see how things stand.'}`);
  }
  return refusals.length > 0 ? 1 : 0;
}
