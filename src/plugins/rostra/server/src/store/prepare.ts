import type { Resource } from '../resource/resource';
import { compile, sql } from '../sql/sql';
import { type Catalog, readCatalog } from './catalog';
import { type Run, runOnce, transaction } from './database';
import { awaitFormerImports } from './history/tables';
import { ensureIdentifiers } from './identifiers';
import { ensureIndexes } from './indexes';
import { ensureTitles } from './titles';

/**
 * Creates what the declarations need in the database besides Strapi's tables, then runs `preparations` in the same
 * transaction. Runs at every start, in one process at a time.
 */
export function prepareDatabase(
  resources: Resource[],
  preparations: ((catalog: Catalog, run: Run) => Promise<void>)[],
): Promise<void> {
  return withStartLock(async (run) => {
    const catalog = await readCatalog(run);
    await awaitFormerImports(catalog, run);
    await ensureIdentifiers(resources, catalog, run);
    await ensureIndexes(resources, catalog, run);
    await ensureTitles(resources, catalog, run);
    for (const prepare of preparations) await prepare(catalog, run);
    for (const resource of resources) {
      const { functions = [], objects = {} } = resource.databaseObjects?.() ?? {};
      const missing = Object.entries(objects).filter(([name]) => !catalog.has(name));
      for (const statement of [...functions, ...missing.flatMap(([, statements]) => statements)])
        await runOnce(run, statement);
    }
  });
}

/** Runs a part of the start in a transaction, in one process at a time. */
export function withStartLock<T>(work: (run: Run) => Promise<T>): Promise<T> {
  return transaction(async (run) => {
    await run(waitForOthers);
    await run(startLock);
    return work(run);
  });
}

/** The start of another process may take any time. */
const waitForOthers = compile(sql`select set_config('lock_timeout', '0', true)`);
const startLock = compile(sql`select pg_advisory_xact_lock(hashtextextended('rostra start', 0))`);
