import type { Resource } from '../resource/resource';
import { compile, sql } from '../sql/sql';
import { type Run, runOnce, transaction } from './database';
import { ensureIdentifiers } from './identifiers';
import { ensureIndexes } from './indexes';
import { type Present, readPresent } from './present';
import { ensureTitles } from './titles';

/**
 * Makes what the declarations need in the database beside Strapi's tables; one process at a time, at every start. `others`
 * make what they need there, too.
 */
export function prepareDatabase(
  resources: Resource[],
  others: ((present: Present, run: Run) => Promise<void>)[],
): Promise<void> {
  return whenAlone(async (run) => {
    const present = await readPresent(run);
    await ensureIdentifiers(resources, present, run);
    await ensureIndexes(resources, present, run);
    await ensureTitles(resources, present, run);
    for (const ensure of others) await ensure(present, run);
    for (const of of resources) {
      const { functions = [], objects = {} } = of.databaseObjects?.() ?? {};
      const missing = Object.entries(objects).filter(([name]) => !present.has(name));
      for (const statement of [...functions, ...missing.flatMap(([, statements]) => statements)])
        await runOnce(run, statement);
    }
  });
}

/** Does a part of the start in a transaction, one process at a time. */
export function whenAlone<T>(work: (run: Run) => Promise<T>): Promise<T> {
  return transaction(async (run) => {
    await run(withPatience);
    await run(startLock);
    return work(run);
  });
}

/** Another process that starts may take its time. */
const withPatience = compile(sql`select set_config('lock_timeout', '0', true)`);
const startLock = compile(sql`select pg_advisory_xact_lock(hashtextextended('rostra start', 0))`);
