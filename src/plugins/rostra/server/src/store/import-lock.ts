import { errors } from '../errors/errors';
import { compile, sql } from '../sql/sql';
import type { Run } from './database';

/** Waits for any other import, undo or restore to end, then holds the lock until the transaction ends. */
export async function lockImports(run: Run): Promise<void> {
  await run(waitForEditors);
  await run(lock);
}

/**
 * Keeps imports from beginning until the transaction ends; restores do not exclude each other. Call it before locking any record,
 * because an import locks records that it has not written yet. Errors: CONFLICT with BUSY while an import is being applied, at once.
 */
export async function holdImports(run: Run): Promise<void> {
  if (!(await isFree(run))) throw errors.conflict([BUSY]);
}

const BUSY = {
  path: '',
  code: 'BUSY' as const,
  message: 'an import, its undo or a restore by command is being applied; try again when it has ended',
};

/** Whether an import or undo is being applied. Call it outside a transaction: it would keep imports from beginning. */
export const isImporting = async (run: Run): Promise<boolean> => !(await isFree(run));

async function isFree(run: Run): Promise<boolean> {
  const [[isHeld] = []] = await run(tryShared);
  return isHeld === true;
}

/** An import waits for editors' saves without a time limit. */
const waitForEditors = compile(sql`select set_config('lock_timeout', '0', true)`);

const lock = compile(sql`select pg_advisory_xact_lock(hashtextextended('rostra import', 0))`);

/** Outside a transaction, the statement releases the lock when it ends. */
const tryShared = compile(sql`select pg_try_advisory_xact_lock_shared(hashtextextended('rostra import', 0))`);
