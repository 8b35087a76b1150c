import { compile, sql } from '../sql/sql';
import type { Run } from './database';

/** Waits until no other import or undo is being applied, and holds the lock until the transaction ends. */
export async function lockImports(run: Run): Promise<void> {
  await run(waitForEditors);
  await run(lock);
}

/** Whether an import or undo is being applied, so that another one would have to wait. */
export async function isImporting(run: Run): Promise<boolean> {
  const [[isFree] = []] = await run(tryLock);
  return !isFree;
}

/** An import waits for an editor's save as long as that takes. */
const waitForEditors = compile(sql`select set_config('lock_timeout', '0', true)`);

const lock = compile(sql`select pg_advisory_xact_lock(hashtextextended('rostra import', 0))`);

/** Run outside a transaction, the statement releases the lock as soon as it ends. */
const tryLock = compile(sql`select pg_try_advisory_xact_lock(hashtextextended('rostra import', 0))`);
