import { writeFile } from 'node:fs/promises';
import { MatchError } from '../../../../rostra/server/src/import/names/match';
import type { Source } from '../../../../rostra/server/src/import/record';
import { SourceError, sourcesOf } from '../../../../rostra/server/src/import/source';
import type { ApplyResult } from '../../../../rostra/server/src/plan/applying/apply';
import { UndoError } from '../../../../rostra/server/src/plan/batches/batch';
import { openPlan, PlanFileError } from '../../../../rostra/server/src/plan/file';
import { applyStored, planSources } from '../../../../rostra/server/src/plan/import';
import type { Summary } from '../../../../rostra/server/src/plan/types';
import { undoBatch } from '../../../../rostra/server/src/plan/undo';
import { allResources } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import { isImporting } from '../../../../rostra/server/src/store/import-lock';
import type { Outcome, Progress, UploadedFile } from '../shared/content-import';
import type { Result, Task } from './messages';
import { planIn, problemsIn, writeIndex } from './pages';
import { planProgress } from './progress';
import { fileIn } from './uploads';

type Tell = (progress: Progress) => void;

/** Does a task. What the files, or the plan, are at fault for is a result; anything else is an error. */
export async function perform(task: Task, tell: Tell): Promise<Result> {
  const { folder } = task;
  try {
    if (task.kind === 'plan') return await plan(task, tell);
    await tellWaiting(tell);
    const stored = task.kind === 'apply' ? await openPlan(planIn(folder)) : undefined;
    const total = stored ? writtenIn(stored.summary) : 0;
    const written = writing(total, tell);
    const applied = stored
      ? await applyStored(stored, written)
      : await undoBatch((task as { batch: number }).batch, written);
    return await told(folder, applied);
  } catch (error) {
    if (![SourceError, MatchError, PlanFileError, UndoError].some((each) => error instanceof each)) throw error;
    return { kind: 'failed', message: withNames((error as Error).message, task) };
  }
}

type Planning = Extract<Task, { kind: 'plan' }>;

async function plan({ folder, files, options }: Planning, tell: Tell): Promise<Result> {
  const sources = await openSources(folder, files);
  const { match, isStrict } = options;
  const summary = await planSources(sources, planIn(folder), {
    isStrict,
    progress: planProgress(sources, tell),
    ...(match.length > 0 ? { match } : {}),
  });
  const { faults, warnings, ...outcome } = summary;
  await writeFile(problemsIn(folder, 'faults'), JSON.stringify(faults), { mode: 0o600 });
  await writeFile(problemsIn(folder, 'warnings'), JSON.stringify(warnings), { mode: 0o600 });
  if (summary.faultCount > 0) return { kind: 'planned', outcome, plan: null };
  const total = Math.max(1, writtenIn(outcome));
  await writeIndex(folder, (records) => tell({ step: 'listing', name: '', records, part: records / total }));
  return { kind: 'planned', outcome, plan: (await openPlan(planIn(folder))).head.id };
}

/** The sources of uploaded files under the names that they had, in the order of the registry. */
async function openSources(folder: string, files: UploadedFile[]): Promise<Source[]> {
  const sources: Source[] = [];
  const order = allResources();
  for (const [index, file] of files.entries()) {
    const found = await sourcesOf([fileIn(folder, index, file)], { resource: file.resource });
    for (const source of found) sources.push({ ...source, label: file.name });
  }
  return sources.sort((a, b) => order.indexOf(a.resource) - order.indexOf(b.resource));
}

/** Messages name the files as people know them. */
function withNames(message: string, task: Task): string {
  if (task.kind !== 'plan') return message.replaceAll(`${task.folder}/`, '');
  return task.files.reduce(
    (text, file, index) => text.replaceAll(fileIn(task.folder, index, file), file.name),
    message,
  );
}

/** Says so while another import holds the database. */
async function tellWaiting(tell: Tell): Promise<void> {
  const step = (await isImporting(run)) ? 'waiting' : 'writing';
  tell({ step, name: '', records: 0, part: 0 });
}

function writing(total: number, tell: Tell): (resource: string, records: number) => void {
  const done = new Map<string, number>();
  return (name, records) => {
    done.set(name, records);
    const sum = [...done.values()].reduce((all, each) => all + each, 0);
    tell({ step: 'writing', name, records, part: total > 0 ? Math.min(1, sum / total) : 0 });
  };
}

const writtenIn = ({ counts }: Pick<Summary, 'counts'> | Outcome): number =>
  Object.values(counts).reduce((sum, { created, changed }) => sum + created + changed, 0);

/** How many refusals are kept to be read. */
const MOST_KEPT = 1_000;

async function told(folder: string, { batch, refusals }: ApplyResult): Promise<Result> {
  if (refusals.length === 0) return { kind: 'applied', batch: batch ?? null };
  const problems = refusals
    .slice(0, MOST_KEPT)
    .flatMap(({ faults, ...place }) => faults.map((fault) => ({ ...place, ...fault })));
  await writeFile(problemsIn(folder, 'refusals'), JSON.stringify(problems), { mode: 0o600 });
  return { kind: 'refused', refusalCount: refusals.length };
}
