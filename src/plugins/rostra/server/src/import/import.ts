import type { Resource } from '../resource/resource';
import { type Model, model, relationOf } from '../sql/model';
import { compile, id, sql } from '../sql/sql';
import { type Run, runOnce, run as runOutside, transaction } from '../store/database';
import { fill } from './fill';
import { readKeys } from './keys';
import { removeChildren } from './remove-children';
import { makeRows } from './rows';
import type { Source, SourceRecord } from './source';
import { type Batch, type ImportState, newState } from './state';

/** Told as the work goes on: how many of a source's records a step has dealt with. */
export type Progress = (step: 'reading' | 'writing', source: Source, records: number) => void;

/** How many records are dealt with at a time, and about how much text. */
const BATCH = { records: 500, characters: 4_000_000 };

/** Thrown to roll everything back. */
class Refused extends Error {}

/**
 * Brings records in, in one transaction: all of them or, when there is any fault, none. First the identifiers are read;
 * then every new record gets its row, so that files may refer to each other in any order and in circles; then fields,
 * links and nested rows are written where they differ from what is stored; last, children left out are deleted.
 * Records that exist are updated; their absent fields stay.
 */
export async function importContent(sources: Source[], progress: Progress = () => undefined): Promise<ImportState> {
  const state = newState();
  try {
    await transaction(async (run) => {
      await run(planByIndex);
      await run(importLock);
      for (const source of sources)
        await inBatches(source, 'reading', progress, async (batch) => readKeys(state, batch));
      await makeRows(state, run);
      for (const source of sources) await inBatches(source, 'writing', progress, (batch) => fill(state, batch, run));
      if (state.faults.length === 0) await removeChildren(state, run);
      if (state.faults.length > 0) throw new Refused();
    });
  } catch (error) {
    if (error instanceof Refused) return state;
    throw error;
  }
  for (const of of new Set(sources.map((source) => source.of))) await analyze(of, runOutside);
  return state;
}

async function inBatches(
  source: Source,
  step: 'reading' | 'writing',
  progress: Progress,
  work: (batch: Batch) => Promise<void>,
): Promise<void> {
  let records: SourceRecord[] = [];
  let characters = 0;
  let done = 0;
  const flush = async () => {
    if (records.length === 0) return;
    await work({ source, records });
    done += records.length;
    progress(step, source, done);
    records = [];
    characters = 0;
  };
  for await (const record of source.records()) {
    records.push(record);
    characters += sizeOf(record.value);
    if (records.length >= BATCH.records || characters >= BATCH.characters) await flush();
  }
  await flush();
}

/** About how many characters a record holds: those of its long texts. */
function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, field) => sum + (typeof field === 'string' ? field.length : 0), 0);
}

/** One import at a time. */
const importLock = compile(sql`select pg_advisory_xact_lock(hashtextextended('rostra import', 0))`);

/**
 * Tables grow from nothing within the transaction, unknown to the planner, which would read them whole again and again.
 * And an import waits for an editor's save.
 */
const planByIndex = compile(
  sql`select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true), set_config('jit', 'off', true), set_config('lock_timeout', '0', true)`,
);

/** Tells PostgreSQL how the tables have grown, so that it plans the next reads well. */
async function analyze(of: Resource, run: Run): Promise<void> {
  for (const table of new Set(tablesOf(model(of.uid)))) await runOnce(run, sql`analyze ${id(table)}`);
}

/** The tables of a model, of its links, and of its nested rows. */
function tablesOf(of: Model): string[] {
  const related = Object.entries(of.attributes).flatMap(([attribute, { joinTable }]) => {
    if (!joinTable) return [];
    const { to, isComponent } = relationOf(of, attribute);
    return [joinTable.name, ...(isComponent ? tablesOf(to) : [])];
  });
  return [of.tableName, ...related];
}
