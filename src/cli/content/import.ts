import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { openPlan } from '../../plugins/rostra/server/src/plan/file';
import { settings } from '../../runtime/settings';
import { withStrapi } from '../../runtime/strapi';
import { applyStored } from './apply';
import { planOf, type ReadOptions, withReadOptions } from './making';
import { tellApplied } from './tell-applied';
import { tellPlan } from './tell-plan';

/** `content import`: plan and apply in one. Exit codes: 0 done, 1 faults, 2 for what cannot be read. */
export const registerImport = (program: Command): Command =>
  withReadOptions(program.command('import'))
    .description('plan and apply in one: all of it or, when there is any fault, nothing')
    .action(async (paths: string[], options: ReadOptions) => {
      process.exitCode = await withStrapi(() => importPaths(paths, options));
    });

async function importPaths(paths: string[], options: ReadOptions): Promise<number> {
  const folder = path.join(settings().dataDir, 'plans');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${randomUUID()}.ndjson`);
  try {
    const summary = await planOf(paths, file, options);
    if (!summary) return 2;
    await tellPlan(file, summary, { ...options, isImport: true });
    if (summary.faultCount > 0) return 1;
    return tellApplied(await applyStored(await openPlan(file), options), { ...options, summary });
  } finally {
    await rm(file, { force: true });
  }
}
