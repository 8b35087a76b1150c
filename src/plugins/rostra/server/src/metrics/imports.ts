import { setImmediate } from 'node:timers/promises';
import { Counter, Gauge } from 'prom-client';
import { memoizeFor } from '../../../../../common/concurrency/memoize';
import { withTimeout } from '../../../../../common/concurrency/timeout';
import { compile, sql } from '../sql/sql';
import { type Run, send } from '../store/database';
import { isImporting } from '../store/import-lock';
import { readPool } from '../store/pools';
import { registry, setTotals } from './registry';

/** How imports of the panel end. */
export type ImportOutcome = 'planned' | 'applied' | 'refused' | 'failed' | 'interrupted';

const outcomes: Record<ImportOutcome, number> = { planned: 0, applied: 0, refused: 0, failed: 0, interrupted: 0 };

/** Counts a step of an import of the panel that has ended. */
export function countImport(outcome: ImportOutcome): void {
  outcomes[outcome] += 1;
}

new Counter({
  name: 'rostra_panel_imports_total',
  help: 'Steps of imports of the panel that this process has done, by how they ended.',
  labelNames: ['outcome'],
  registers: [registry],
  collect() {
    setTotals(this, 'outcome', outcomes);
  },
});

/** What the database tells of imports, whichever program does them. */
interface Stored {
  isReachable: boolean;
  isImporting: boolean;
  batches: Record<string, number>;
}

/** How long it is told again what the database has told, and how long it may take, in milliseconds. */
const TOLD_AGAIN = 10_000;
const PATIENCE = 1_000;

const countBatches = compile(sql`select kind, count(*)::int from rostra_batches group by kind`);

let last: Stored = { isReachable: false, isImporting: false, batches: {} };

/** Asks at most once in a while, however many scrape, and does not wait for a database that is silent. */
const stored = memoizeFor(() => ask().catch(() => ({ ...last, isReachable: false })), TOLD_AGAIN);

async function ask(): Promise<Stored> {
  // The pools are measured before this takes a connection of them.
  await setImmediate();
  const run: Run = (statement, parameters) => withTimeout(send(readPool(), statement, parameters, PATIENCE), PATIENCE);
  const [batches, isBusy] = await Promise.all([run(countBatches), isImporting(run)]);
  last = { isReachable: true, isImporting: isBusy, batches: Object.fromEntries(batches as [string, number][]) };
  return last;
}

new Gauge({
  name: 'rostra_database_up',
  help: 'Whether the database has answered within a second, some ten seconds ago at most.',
  registers: [registry],
  async collect() {
    this.set(Number((await stored()).isReachable));
  },
});

new Gauge({
  name: 'rostra_import_running',
  help: 'Whether an import is being applied or undone, in the panel or by a command.',
  registers: [registry],
  async collect() {
    this.set(Number((await stored()).isImporting));
  },
});

new Counter({
  name: 'rostra_batches_total',
  help: 'Batches that the database holds: imports that were applied, in the panel or by a command, and those undone.',
  labelNames: ['kind'],
  registers: [registry],
  async collect() {
    const { batches } = await stored();
    setTotals(this, 'kind', { import: batches.import ?? 0, undo: batches.undo ?? 0 });
  },
});
