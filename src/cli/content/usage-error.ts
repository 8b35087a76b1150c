import { MatchError } from '../../plugins/rostra/server/src/import/names/match';
import { SourceError } from '../../plugins/rostra/server/src/import/source';
import { UndoError } from '../../plugins/rostra/server/src/plan/batches/batch';
import { PlanFileError } from '../../plugins/rostra/server/src/plan/file';

/** Errors that mean wrong use; their message is enough. */
const USAGE_ERRORS = [SourceError, MatchError, PlanFileError, UndoError];

/** Runs a command and returns its exit code; prints a usage error and returns 2. */
export async function reportUsageErrors(
  { json = false }: { json?: boolean },
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!USAGE_ERRORS.some((each) => error instanceof each)) throw error;
    const { message } = error as Error;
    if (json) console.log(JSON.stringify({ error: message }));
    else console.error(message);
    return 2;
  }
}
