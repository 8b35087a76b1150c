import { DownloadError } from '../../plugins/rostra/server/src/import/download';
import { MatchError } from '../../plugins/rostra/server/src/import/names/match';
import { SourceError } from '../../plugins/rostra/server/src/import/source';
import { UndoError } from '../../plugins/rostra/server/src/plan/applying/refusals';
import { PlanFileError } from '../../plugins/rostra/server/src/plan/file';
import { withStrapi } from '../../runtime/strapi';
import { type ProgressDisplay, showProgress } from './progress';

/** Errors that mean wrong use; their message is enough. */
const USAGE_ERRORS = [SourceError, MatchError, PlanFileError, UndoError];

/**
 * Runs a command that shows its progress, and sets the exit code that it returns. Prints a usage error; the exit code is 2, or 4 if
 * an address cannot be read now, but perhaps later.
 */
export async function runWithProgress(
  { json = false }: { json?: boolean },
  work: (progress: ProgressDisplay) => Promise<number>,
): Promise<void> {
  process.exitCode = await withStrapi(async () => {
    const progress = showProgress(process.stdout, { isQuiet: json });
    try {
      return await work(progress);
    } catch (error) {
      progress.end();
      if (!USAGE_ERRORS.some((each) => error instanceof each)) throw error;
      const { message } = error as Error;
      if (json) console.log(JSON.stringify({ error: message }));
      else console.error(message);
      return error instanceof DownloadError ? 4 : 2;
    } finally {
      progress.end();
    }
  });
}
