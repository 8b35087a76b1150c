import { MatchError } from '../../plugins/rostra/server/src/import/names/match';
import { SourceError } from '../../plugins/rostra/server/src/import/source';
import { UndoError } from '../../plugins/rostra/server/src/plan/batches/batch';
import { PlanFileError } from '../../plugins/rostra/server/src/plan/file';

/** What is told in one sentence: the command was asked for something that cannot be. */
const WRONG = [SourceError, MatchError, PlanFileError, UndoError];

/** Does the work of a command and answers its exit code: 2, after telling why, where it was asked for wrongly. */
export async function orWrong({ json = false }: { json?: boolean }, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!WRONG.some((each) => error instanceof each)) throw error;
    const { message } = error as Error;
    if (json) console.log(JSON.stringify({ error: message }));
    else console.error(message);
    return 2;
  }
}
