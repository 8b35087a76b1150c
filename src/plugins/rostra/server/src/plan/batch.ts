import type { JsonObject } from '../../../../../common/json';
import { canonical } from '../operations/record';
import type { Resource } from '../resource/resource';
import { compile, parameter, sql } from '../sql/sql';
import type { Run } from '../store/database';
import { readStoredOf } from '../store/read';
import { countsOf } from './batch-tables';
import type { BatchKind } from './batches';
import { PlanFileError } from './file';
import { fingerprint } from './fingerprint';
import type { Change } from './plan';

/** Begins a batch; answers its number. */
export async function beginBatch(
  { kind, label, undoes, plan }: { kind: BatchKind; label: string; undoes?: number; plan?: string },
  run: Run,
): Promise<number> {
  const [made] = await run(begin, { kind, label, undoes: undoes ?? null, plan: plan ?? null });
  return made?.[0] as number;
}

/** The batch that a plan was, unless it has been undone; undefined for one that has not been applied. */
export async function batchOfPlan(plan: string, run: Run): Promise<number | undefined> {
  const [[batch] = []] = await run(applied, { plan });
  return batch as number | undefined;
}

/** Refuses a plan that has been applied and not been undone: it would make its new records twice. Errors: PlanFileError. */
export async function refuseTwice(plan: string, run: Run): Promise<void> {
  const batch = await batchOfPlan(plan, run);
  if (batch !== undefined) throw new PlanFileError(`This plan has been applied: batch ${batch}.`);
}

/** A batch that cannot be undone: there is none, or it has been undone, or undoes another one. */
export class UndoError extends Error {}

/** Refuses to undo a batch again. Errors: UndoError. */
export async function refuseUndone(batch: number, run: Run): Promise<void> {
  const [[undone] = []] = await run(undoneBy, { batch });
  if (undone !== undefined) throw new UndoError(`Batch ${batch} was undone by batch ${undone}.`);
}

/**
 * Keeps what is needed to undo some changes: the fields as they were. Of a field that the batch has already, what it was
 * first is kept.
 */
export async function addToBatch(
  batch: number,
  changes: Pick<Change, 'resource' | 'number' | 'action' | 'from'>[],
  run: Run,
): Promise<void> {
  const records = changes.map(({ resource, number, action, from: fields }) => ({ resource, number, action, fields }));
  await run(add, { batch, records: JSON.stringify(records) });
}

/** When everything is written: notes how each record stands now, so that undoing can tell whether it has changed since. */
export async function sealBatch(batch: number, touched: Iterable<Resource>, run: Run): Promise<void> {
  for (const of of touched) {
    for (let last = -1; ; ) {
      const found = await run(numbersOf, { batch, resource: of.name, last });
      const numbers = found.map(([number]) => number as number);
      if (numbers.length === 0) break;
      const stored = await readStoredOf(of, numbers, run, false);
      const after = stored.map(({ number, stored: text }) => ({
        number,
        after: fingerprint(canonical(of, text).record),
      }));
      await run(seal, { batch, resource: of.name, records: JSON.stringify(after) });
      last = numbers.at(-1) ?? last;
    }
  }
}

/** When everything is written: notes how many records of each kind have been made, changed and deleted. */
export async function countBatch(batch: number, run: Run): Promise<void> {
  await run(count, { batch });
}

/** What undoes a batch: its changes the other way round, those of records that were made last. */
export async function* undoing(batch: number, run: Run): AsyncIterable<Change> {
  for (const action of ['change', 'create']) {
    let last = '0';
    for (;;) {
      const found = (await run(page, { batch, action, last })) as [string, string, number, JsonObject, string | null][];
      for (const [, resource, number, fields, after] of found) yield inverse(resource, number, action, fields, after);
      const end = found.at(-1);
      if (!end) break;
      [last] = end;
    }
  }
}

function inverse(resource: string, number: number, action: string, fields: JsonObject, after: string | null): Change {
  const place = { file: '', record: 0, before: after, resource, number };
  return action === 'create'
    ? { ...place, action: 'remove', from: {}, to: {} }
    : { ...place, action: 'change', from: {}, to: fields };
}

const begin = compile(
  sql`insert into rostra_batches (kind, label, undoes, plan) values (${parameter('kind')}, ${parameter('label')}, ${parameter('undoes')}::int, ${parameter('plan')}) returning number`,
);

const applied = compile(sql`
  select b.number from rostra_batches b where b.plan = ${parameter('plan')} and not exists (select 1 from rostra_batches u where u.undoes = b.number)`);

const undoneBy = compile(sql`select number from rostra_batches where undoes = ${parameter('batch')}::int limit 1`);

const add = compile(
  sql`insert into rostra_batch_changes (batch, resource, number, action, fields) select ${parameter('batch')}::int, r.resource, r.number, r.action, r.fields from jsonb_to_recordset(${parameter('records')}::jsonb) as r(resource text, number int, action text, fields jsonb)
    on conflict (batch, resource, number) do update set fields = excluded.fields || rostra_batch_changes.fields,
      action = case when excluded.action = 'remove' then 'remove' else rostra_batch_changes.action end`,
);

const numbersOf = compile(sql`
  select number from rostra_batch_changes where batch = ${parameter('batch')}::int and resource = ${parameter('resource')} and number > ${parameter('last')}::int order by number limit 500`);

const seal = compile(sql`
  update rostra_batch_changes c set after = r.after from jsonb_to_recordset(${parameter('records')}::jsonb) as r(number int, after text)
  where c.batch = ${parameter('batch')}::int and c.resource = ${parameter('resource')} and c.number = r.number`);

const count = compile(
  sql`update rostra_batches b set counts = ${countsOf} where b.number = ${parameter('batch')}::int`,
);

const page = compile(sql`
  select c.place::text, c.resource, c.number, c.fields::json, c.after from rostra_batch_changes c
  where c.batch = ${parameter('batch')}::int and c.action = ${parameter('action')} and c.place > ${parameter('last')}::bigint
  order by c.place limit 1000`);
