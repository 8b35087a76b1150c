import type { Resource } from '../resource/resource';
import { compile, sql } from '../sql/sql';
import { transaction } from './database';
import { ensureIdentifiers } from './identifiers';
import { ensureIndexes } from './indexes';

/** Makes what the declarations need in the database beside Strapi's tables; one process at a time, at every start. */
export function prepareDatabase(resources: Resource[]): Promise<void> {
  return transaction(async (run) => {
    await run(startLock);
    await ensureIdentifiers(resources, run);
    await ensureIndexes(resources, run);
  });
}

const startLock = compile(sql`select pg_advisory_xact_lock(hashtextextended('rostra start', 0))`);
