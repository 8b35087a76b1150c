import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Source } from '../import/source';
import { type Applied, applyPlan } from './apply';
import { openPlan, writePlan } from './file';
import { labelOf } from './label';
import { makePlan, type Options } from './make';
import type { Summary } from './plan';

/** What an import comes to: the plan, and what became of it; nothing where it has faults. */
export interface Imported {
  summary: Summary;
  applied?: Applied;
}

/** Plans and applies in one: all of it or, when there is any fault, nothing. `folder` holds the plan meanwhile. */
export async function importSources(sources: Source[], folder: string, options: Options = {}): Promise<Imported> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${randomUUID()}.ndjson`);
  const labels = sources.map(({ label }) => label);
  const writer = writePlan(file, labels);
  try {
    const summary = await makePlan(sources, writer, options);
    if (summary.faultCount > 0) return { summary };
    const { head, changes } = await openPlan(file);
    return { summary, applied: await applyPlan({ kind: 'import', label: labelOf(labels), plan: head.id, changes }) };
  } finally {
    await writer.abandon();
    await rm(file, { force: true });
  }
}
