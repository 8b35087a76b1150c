import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Source } from '../import/record';
import { run } from '../store/database';
import { type Applied, applyPlan } from './apply';
import { identityOf } from './database';
import { ensureReplaceable, openPlan, PlanFileError, type StoredPlan, writePlan } from './file';
import { labelOf } from './label';
import { makePlan, type Options } from './make';
import type { Summary } from './plan';

/** Told as plans are applied. */
type Written = (resource: string, records: number) => void;

/** What an import comes to: the plan, and what became of it; nothing where it has faults. */
export interface Imported {
  summary: Summary;
  applied?: Applied;
}

/**
 * Makes a plan of sources and writes it to a file, unless it has faults. Errors: SourceError, MatchError, PlanFileError;
 * nothing is left behind.
 */
export async function planSources(sources: Source[], file: string, options: Options = {}): Promise<Summary> {
  await ensureReplaceable(file);
  const { match } = options;
  const labels = sources.map(({ label }) => label);
  const writer = writePlan(file, { sources: labels, database: await identityOf(run), ...(match ? { match } : {}) });
  try {
    return await makePlan(sources, writer, options);
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

/** Does what a plan in a file says, or nothing. Errors: PlanFileError for one with faults, and one of another database. */
export async function applyStored({ head, summary, changes }: StoredPlan, progress?: Written): Promise<Applied> {
  if (summary.faultCount > 0) throw new PlanFileError('This plan has faults: mend the files and make it again.');
  if (head.database !== (await identityOf(run))) {
    throw new PlanFileError('This plan was made for another database: make it again for this one.');
  }
  const { id: plan, sources, match } = head;
  return applyPlan({
    kind: 'import',
    label: labelOf(sources),
    plan,
    changes,
    ...(match ? { match } : {}),
    ...(progress ? { progress } : {}),
  });
}

/** How an import is made, beside how its plan is. */
export interface ImportOptions extends Options {
  /** Told of the plan before it is applied. */
  planned?(summary: Summary): void | Promise<void>;
  written?: Written;
}

/** Plans and applies in one: all of it or, when there is any fault, nothing. `folder` holds the plan meanwhile. */
export async function importSources(sources: Source[], folder: string, options: ImportOptions = {}): Promise<Imported> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftOvers(folder);
  const file = path.join(folder, `${randomUUID()}.ndjson`);
  try {
    const summary = await planSources(sources, file, options);
    await options.planned?.(summary);
    if (summary.faultCount > 0) return { summary };
    return { summary, applied: await applyStored(await openPlan(file), options.written) };
  } finally {
    await rm(file, { force: true });
  }
}

/** No import takes so long. */
const LEFT_OVER_MS = 24 * 60 * 60 * 1000;

/** Removes the plans of imports that were killed. */
async function removeLeftOvers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > LEFT_OVER_MS) await rm(file, { force: true });
  }
}
