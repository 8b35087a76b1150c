import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { definedIn } from '../../../../../common/maps';
import type { Source } from '../import/record';
import { run } from '../store/database';
import { databaseIdentity } from '../store/identity';
import { type ApplyResult, applyPlan, type WriteProgress } from './applying/apply';
import { ensureReplaceable, openPlan, PlanFileError, type StoredPlan, writePlan } from './file';
import { makePlan, type PlanOptions } from './planning/make-plan';
import type { Summary } from './types';

/** The result of an import: the summary of its plan, and unless that has faults, the result of applying it. */
export interface ImportResult {
  summary: Summary;
  applied?: ApplyResult;
}

/**
 * Plans an import and writes the plan to a file, unless it has faults. Errors: SourceError, MatchError, PlanFileError; no
 * file is left behind then.
 */
export async function planSources(sources: Source[], file: string, options: PlanOptions = {}): Promise<Summary> {
  await ensureReplaceable(file);
  const { match, sourceName } = options;
  const labels = sources.map(({ label }) => label);
  const writer = writePlan(file, {
    sources: labels,
    database: await databaseIdentity(run),
    ...definedIn({ match, sourceName }),
  });
  try {
    return await makePlan(sources, writer, options);
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

/** Applies the plan in a file, or nothing of it. Errors: PlanFileError for one with faults or for another database. */
export async function applyStored(
  { head, summary, changes, said, identified }: StoredPlan,
  progress?: WriteProgress,
): Promise<ApplyResult> {
  if (summary.faultCount > 0) throw new PlanFileError('This plan has faults: fix the files and make it again.');
  if (head.database !== (await databaseIdentity(run))) {
    throw new PlanFileError('This plan was made for another database: make it again for this one.');
  }
  const { id: plan, sources, match, sourceName } = head;
  return applyPlan({
    kind: 'import',
    label: labelOf(sources, sourceName),
    plan,
    changes,
    said,
    identified,
    ...definedIn({ match, sourceName, progress }),
  });
}

/** A name for an import: its file, or the folder of its files; also the name of its source. */
export function labelOf(sources: string[], sourceName?: string): string {
  if (sourceName !== undefined) return `${labelOf(sources)}, source ${sourceName}`;
  const [first = '', ...others] = sources;
  if (others.length === 0) return first;
  const folders = new Set(sources.map((source) => path.dirname(source)));
  if (folders.size === 1 && path.dirname(first) === '.') return `${first}, … (${sources.length} files)`;
  return folders.size === 1 ? `${path.dirname(first)} (${sources.length} files)` : sources.join(', ');
}

/** How to import. */
interface PlanAndApplyOptions extends PlanOptions {
  /** Called with the plan before it is applied, and its file. */
  planned?(summary: Summary, file: string): void | Promise<void>;
  written?: WriteProgress;
}

/** Plans and applies an import: all of it, or nothing if there is any fault. Keeps the plan in `folder` meanwhile. */
export async function importSources(
  sources: Source[],
  folder: string,
  options: PlanAndApplyOptions = {},
): Promise<ImportResult> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(folder);
  const file = path.join(folder, `${randomUUID()}.ndjson`);
  try {
    const summary = await planSources(sources, file, options);
    await options.planned?.(summary, file);
    if (summary.faultCount > 0) return { summary };
    return { summary, applied: await applyStored(await openPlan(file), options.written) };
  } finally {
    await rm(file, { force: true });
  }
}

/** Longer than any import takes. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Removes plans of imports that were killed. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(file, { force: true });
  }
}
