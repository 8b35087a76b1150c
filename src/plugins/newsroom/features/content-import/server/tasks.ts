import { writeFile } from 'node:fs/promises';
import { definedIn } from '../../../../../common/maps';
import { MatchError } from '../../../../rostra/server/src/import/names/match';
import type { Source } from '../../../../rostra/server/src/import/record';
import { SourceError, sourcesOf } from '../../../../rostra/server/src/import/source';
import type { ApplyResult } from '../../../../rostra/server/src/plan/applying/apply';
import { UndoError } from '../../../../rostra/server/src/plan/applying/refusals';
import { openPlan, PlanFileError } from '../../../../rostra/server/src/plan/file';
import { applyStored, planSources } from '../../../../rostra/server/src/plan/import';
import type { Summary } from '../../../../rostra/server/src/plan/types';
import { undoBatch } from '../../../../rostra/server/src/plan/undo';
import { allResources } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import { type ChangeOrigin, withOrigin } from '../../../../rostra/server/src/store/history/origin';
import { isImporting } from '../../../../rostra/server/src/store/import-lock';
import type { Job, JobProgress, Outcome, UploadedFile } from '../shared/content-import';
import type { WorkerResult, WorkerTask } from './messages';
import { openObstacles } from './obstacles';
import { planPath, problemsPath, storeEdits, writeIndex } from './pages';
import { planProgress } from './progress';
import { LIMITS, uploadPath } from './uploads';

type ReportProgress = (progress: JobProgress) => void;

/** Performs a task. Faults of the files, the plan or the batch are a result; anything else is thrown. */
export async function perform(task: WorkerTask, report: ReportProgress): Promise<WorkerResult> {
  const { folder } = task;
  try {
    if (task.kind === 'plan') return await plan(task, report);
    if (task.kind === 'preview-undo') return await previewUndo(task);
    await reportWaiting(report);
    if (task.kind === 'undo') return await undo(task, report);
    const planFile = await openPlan(planPath(folder));
    const progress = writeProgress(countWrites(planFile.summary), report);
    return await resultOf(folder, await withOrigin(originOf(task), () => applyStored(planFile, progress)));
  } catch (error) {
    if (![SourceError, MatchError, PlanFileError, UndoError].some((each) => error instanceof each)) throw error;
    return { kind: 'failed', message: withFileNames((error as Error).message, task) };
  }
}

type UndoTask = Extract<WorkerTask, { batch: number }>;

/** Tries an undo, and takes it back: what others have done since, and what refers to the records, is known only then. */
async function previewUndo(task: UndoTask): Promise<WorkerResult> {
  const { batch, edits, folder } = task;
  const { listener, finish } = openObstacles(folder, edits);
  const result = await withOrigin(originOf(task), () => undoBatch(batch, { edits, isDryRun: true, listener }));
  const first = result.first.find((each) => each.batch !== batch && each.command === 'undo');
  return { kind: 'previewed', counts: result.counts, first: first?.batch ?? null, ...(await finish(result)) };
}

async function undo(task: UndoTask, report: ReportProgress): Promise<WorkerResult> {
  const { batch, edits, folder } = task;
  const { listener, finish } = openObstacles(folder, edits);
  const progress = writeProgress(0, report);
  const result = await withOrigin(originOf(task), () => undoBatch(batch, { edits, progress, listener }));
  if (result.refusals.length === 0) return { kind: 'applied', batch: result.batch ?? null };
  const { keptCount: _, ...found } = await finish(result);
  return { kind: 'refused', ...found };
}

const originOf = ({ by }: { by: Job['by'] }): ChangeOrigin => ({ door: 'panel', by: { kind: 'panelUser', ...by } });

type PlanTask = Extract<WorkerTask, { kind: 'plan' }>;

async function plan({ folder, files, options }: PlanTask, report: ReportProgress): Promise<WorkerResult> {
  const sources = await openSources(folder, files);
  const {
    match,
    source: sourceName,
    sync,
    syncLimit,
    syncAll,
    isStrict,
    takesFile,
    restoresDeleted,
    decisions = {},
  } = options;
  const summary = await planSources(sources, planPath(folder), {
    isStrict,
    takesFile,
    restoresDeleted,
    decisions: new Map(Object.entries(decisions)),
    progress: planProgress(sources, report),
    ...definedIn({
      match: match.length > 0 ? match : undefined,
      sourceName,
      sync: sync ? definedIn({ limit: syncLimit, all: syncAll }) : undefined,
    }),
  });
  const { faults, warnings, edits: _, identified: __, ...outcome } = summary;
  await storeEdits(folder, summary);
  await writeFile(problemsPath(folder, 'faults'), JSON.stringify(faults), { mode: 0o600 });
  await writeFile(problemsPath(folder, 'warnings'), JSON.stringify(warnings), { mode: 0o600 });
  if (summary.faultCount > 0) return { kind: 'planned', outcome, plan: null };
  const total = Math.max(1, countWrites(outcome));
  await writeIndex(folder, (records) => report({ step: 'listing', name: '', records, part: records / total }));
  return { kind: 'planned', outcome, plan: (await openPlan(planPath(folder))).head.id };
}

/** Opens uploaded files as sources, labelled with their original names, in the order of the registry. */
async function openSources(folder: string, files: UploadedFile[]): Promise<Source[]> {
  const sources: Source[] = [];
  const order = allResources();
  for (const [index, file] of files.entries()) {
    const opened = await sourcesOf([uploadPath(folder, index, file)], {
      resource: file.resource,
      mostUnpacked: LIMITS.fileBytes,
    });
    for (const source of opened) sources.push({ ...source, label: file.name });
  }
  return sources.sort((a, b) => order.indexOf(a.resource) - order.indexOf(b.resource));
}

/** Replaces paths on the server by the original file names. */
function withFileNames(message: string, task: WorkerTask): string {
  if (task.kind !== 'plan') return message.replaceAll(`${task.folder}/`, '');
  return task.files.reduce(
    (text, file, index) => text.replaceAll(uploadPath(task.folder, index, file), file.name),
    message,
  );
}

/** Reports that the task waits if another import is writing. */
async function reportWaiting(report: ReportProgress): Promise<void> {
  const step = (await isImporting(run)) ? 'waiting' : 'writing';
  report({ step, name: '', records: 0, part: 0 });
}

function writeProgress(total: number, report: ReportProgress): (resource: string, records: number) => void {
  const done = new Map<string, number>();
  return (name, records) => {
    done.set(name, records);
    const sum = [...done.values()].reduce((all, each) => all + each, 0);
    report({ step: 'writing', name, records, part: total > 0 ? Math.min(1, sum / total) : 0 });
  };
}

const countWrites = ({ counts }: Pick<Summary, 'counts'> | Outcome): number =>
  Object.values(counts).reduce((sum, { created, changed }) => sum + created + changed, 0);

/** The most refusals stored for the page. */
const MAX_REFUSALS = 1_000;

async function resultOf(folder: string, { batch, refusals }: ApplyResult): Promise<WorkerResult> {
  if (refusals.length === 0) return { kind: 'applied', batch: batch ?? null };
  const problems = refusals
    .slice(0, MAX_REFUSALS)
    .flatMap(({ faults, ...place }) => faults.map((fault) => ({ ...place, ...fault })));
  await writeFile(problemsPath(folder, 'refusals'), JSON.stringify(problems), { mode: 0o600 });
  return { kind: 'refused', refusalCount: refusals.length };
}
