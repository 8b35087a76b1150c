import type { JsonObject } from '../../../../../../common/json';
import { compile, parameter, sql } from '../../sql/sql';
import type { Run } from '../database';

/** A change of a batch: the fields as they were before it. */
export interface BatchChange {
  resource: string;
  number: number;
  action: 'create' | 'change' | 'remove';
  from: JsonObject;
}

/** A stored change, with the fingerprint of the record after the batch. */
export interface SealedChange extends BatchChange {
  after: string | null;
}

/**
 * Stores the former values that undoing a batch needs. A field that the batch has already stored keeps its first value, and
 * a record that it has removed stays removed.
 */
export async function addChanges(batch: number, changes: BatchChange[], run: Run): Promise<void> {
  const records = changes.map(({ resource, number, action, from: fields }) => ({ resource, number, action, fields }));
  await run(add, { batch, records: JSON.stringify(records) });
}

/** Public ids of the records of one resource that a batch has changed, in chunks, in ascending order. */
export async function* changedPublicIds(batch: number, resource: string, run: Run): AsyncIterable<number[]> {
  for (let last = -1; ; ) {
    const publicIds = (await run(changed, { batch, resource, last })).map(([publicId]) => publicId as number);
    if (publicIds.length === 0) return;
    yield publicIds;
    last = publicIds.at(-1) ?? last;
  }
}

/** Stores the fingerprints of records after a batch. */
export async function sealChanges(
  batch: number,
  resource: string,
  fingerprints: { number: number; after: string }[],
  run: Run,
): Promise<void> {
  await run(seal, { batch, resource, records: JSON.stringify(fingerprints) });
}

/** The changes of a batch with this action, in the order in which they were made. */
export async function* changesOfBatch(
  batch: number,
  action: SealedChange['action'],
  run: Run,
): AsyncIterable<SealedChange> {
  for (let last = '0'; ; ) {
    const rows = (await run(page, { batch, action, last })) as [string, string, number, JsonObject, string | null][];
    for (const [, resource, number, from, after] of rows) yield { resource, number, action, from, after };
    const end = rows.at(-1);
    if (!end) return;
    [last] = end;
  }
}

const add = compile(
  sql`insert into rostra_batch_changes (batch, resource, number, action, fields) select ${parameter('batch')}::int, r.resource, r.number, r.action, r.fields from jsonb_to_recordset(${parameter('records')}::jsonb) as r(resource text, number int, action text, fields jsonb)
    on conflict (batch, resource, number) do update set fields = excluded.fields || rostra_batch_changes.fields,
      action = case when excluded.action = 'remove' then 'remove' else rostra_batch_changes.action end`,
);

const changed = compile(sql`
  select number from rostra_batch_changes where batch = ${parameter('batch')}::int and resource = ${parameter('resource')} and number > ${parameter('last')}::int order by number limit 500`);

const seal = compile(sql`
  update rostra_batch_changes c set after = r.after from jsonb_to_recordset(${parameter('records')}::jsonb) as r(number int, after text)
  where c.batch = ${parameter('batch')}::int and c.resource = ${parameter('resource')} and c.number = r.number`);

const page = compile(sql`
  select c.place::text, c.resource, c.number, c.fields::json, c.after from rostra_batch_changes c
  where c.batch = ${parameter('batch')}::int and c.action = ${parameter('action')} and c.place > ${parameter('last')}::bigint
  order by c.place limit 1000`);
