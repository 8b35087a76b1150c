import { setImmediate } from 'node:timers/promises';
import { memoizeFor } from '../../../../../common/concurrency/memoize';
import { withTimeout } from '../../../../../common/concurrency/timeout';
import { compile, sql } from '../sql/sql';
import { type Run, send } from '../store/database';
import { isImporting } from '../store/import-lock';
import { readPool } from '../store/pools';
import { counterBy, gauge } from './registry';

/** The outcomes of the panel's imports. */
export type ImportOutcome = 'planned' | 'applied' | 'refused' | 'failed' | 'interrupted';

const outcomes: Record<ImportOutcome, number> = { planned: 0, applied: 0, refused: 0, failed: 0, interrupted: 0 };

/** Counts a finished step of an import in the panel. */
export function countImport(outcome: ImportOutcome): void {
  outcomes[outcome] += 1;
}

counterBy(
  'outcome',
  'rostra_panel_imports_total',
  'Steps of panel imports that this process finished, by outcome.',
  () => outcomes,
);

/** The state of imports in the database, by any program. */
interface DatabaseState {
  isReachable: boolean;
  isImporting: boolean;
  batches: Record<string, number>;
}

/** How long the state is cached, and how long reading it may take, in milliseconds. */
const CACHE_MS = 10_000;
const TIMEOUT_MS = 1_000;

const countBatches = compile(sql`select kind, count(*)::int from rostra_batches group by kind`);

let last: DatabaseState = { isReachable: false, isImporting: false, batches: {} };

/** Reads the state at most once per period, for any number of scrapers, and does not wait for a silent database. */
const databaseState = memoizeFor(() => readState().catch(() => ({ ...last, isReachable: false })), CACHE_MS);

async function readState(): Promise<DatabaseState> {
  // Let the pools be measured before this takes a connection.
  await setImmediate();
  const run: Run = (statement, parameters) =>
    withTimeout(send(readPool(), statement, parameters, TIMEOUT_MS), TIMEOUT_MS);
  const [batches, isBusy] = await Promise.all([run(countBatches), isImporting(run)]);
  last = { isReachable: true, isImporting: isBusy, batches: Object.fromEntries(batches as [string, number][]) };
  return last;
}

gauge(
  'rostra_database_up',
  'Whether the database answered within a second; checked at most every ten seconds.',
  async () => Number((await databaseState()).isReachable),
);

gauge(
  'rostra_import_running',
  'Whether an import is being applied or undone, in the panel or on the command line.',
  async () => Number((await databaseState()).isImporting),
);

counterBy(
  'kind',
  'rostra_batches_total',
  'Batches in the database by kind: imports applied in the panel or on the command line, and undos.',
  async () => ({ import: 0, undo: 0, ...(await databaseState()).batches }),
);
