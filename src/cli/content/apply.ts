import type { Command } from 'commander';
import { type Applied, applyPlan } from '../../plugins/rostra/server/src/plan/apply';
import { openPlan, PlanFileError, type StoredPlan } from '../../plugins/rostra/server/src/plan/file';
import { labelOf } from '../../plugins/rostra/server/src/plan/label';
import { withStrapi } from '../../runtime/strapi';
import { fromHere } from './paths';
import { showProgress } from './progress';
import { tellApplied } from './tell-applied';

/** `content apply`: does exactly what a plan says, or nothing. Exit codes: 0, 1 refused, 2 no plan. */
export const registerApply = (program: Command): Command =>
  program
    .command('apply')
    .argument('<plan>', 'the file that "content plan" has written')
    .description('do exactly what a plan says, all of it or nothing; it can be undone')
    .option('--json', 'tell the outcome as JSON, for programs')
    .action(async (given: string, options: { json?: boolean }) => {
      process.exitCode = await withStrapi(async () => {
        try {
          return tellApplied(await applyStored(await openPlan(fromHere(given)), options), options);
        } catch (error) {
          if (!(error instanceof PlanFileError)) throw error;
          if (options.json) console.log(JSON.stringify({ error: error.message }));
          else console.error(error.message);
          return 2;
        }
      });
    });

/** Applies a plan that has no faults, and shows how far it is. */
export async function applyStored(plan: StoredPlan, { json = false }: { json?: boolean }): Promise<Applied> {
  if (plan.summary.faultCount > 0) throw new PlanFileError('This plan has faults: mend the files and make it again.');
  const progress = showProgress(process.stdout, { isQuiet: json });
  const label = labelOf(plan.head.sources);
  const total = Object.values(plan.summary.counts).reduce((sum, { created, changed }) => sum + created + changed, 0);
  progress.beginWriting(total);
  try {
    return await applyPlan({
      kind: 'import',
      label,
      plan: plan.head.id,
      changes: plan.changes,
      progress: progress.written,
    });
  } finally {
    progress.end();
  }
}
