import { compile, sql } from '../sql/sql';
import type { Run } from './database';

/** Waits for any other import or undo to end, then holds the lock until the transaction ends. */
export async function lockImports(run: Run): Promise<void> {
  await run(waitForEditors);
  await run(lock);
}

/** Whether an import or undo is being applied. */
export async function isImporting(run: Run): Promise<boolean> {
  const [[isFree] = []] = await run(tryLock);
  return !isFree;
}

/** An import waits for editors' saves without a time limit. */
const waitForEditors = compile(sql`select set_config('lock_timeout', '0', true)`);

const lock = compile(sql`select pg_advisory_xact_lock(hashtextextended('rostra import', 0))`);

/** Outside a transaction, the statement releases the lock when it ends. */
const tryLock = compile(sql`select pg_try_advisory_xact_lock(hashtextextended('rostra import', 0))`);
