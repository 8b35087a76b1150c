import { compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';
import { countsOf, undoneOf } from './tables';

/** `redo`: does again what an undo had undone. */
export type BatchKind = 'import' | 'undo' | 'redo';

/** How many records of one resource a plan or a batch writes. */
export interface Counts {
  created: number;
  changed: number;
  /** Children that their parents no longer list. */
  removed: number;
  unchanged: number;
}

/** An applied plan. */
export interface AppliedBatch {
  number: number;
  kind: BatchKind;
  label: string;
  /** ISO 8601 in UTC. */
  made: string;
  counts: Record<string, Counts>;
  /** The batch that this one undid, or a part of it. */
  undoes: number | null;
  /** The batch that this one did again. */
  redoes: number | null;
  /** Of an undo or redo: whether something of the import stood, or was undone, after it. */
  isPart: boolean;
  /** The batch that undid the last of this one; null if some of it stands. */
  undoneBy: number | null;
  /** For how many records of each resource it is undone. */
  undone: Record<string, number>;
  /** The change that it made; null if it changed nothing, or if an earlier version applied it. */
  change: number | null;
}

/** Which batches to list; all of them by default. */
export interface BatchQuery {
  /** Only batches that touch no other resources than these. */
  resources?: string[];
  limit?: number;
  offset?: number;
}

/** Lists batches, the latest first. */
export async function listBatches(
  run: Run,
  { resources, limit, offset = 0 }: BatchQuery = {},
): Promise<AppliedBatch[]> {
  const rows = await run(list, { resources: resources ?? null, limit: limit ?? null, offset });
  return (rows as BatchRow[]).map(batchFrom);
}

/** Counts batches, or those that touch no other resources than the given ones. */
export async function countBatches(run: Run, { resources }: Pick<BatchQuery, 'resources'> = {}): Promise<number> {
  const [[total] = []] = await run(countAll, { resources: resources ?? null });
  return Number(total);
}

/** The batch with this number, or undefined. */
export async function findBatch(number: number, run: Run): Promise<AppliedBatch | undefined> {
  const [row] = await run(one, { number });
  return row && batchFrom(row as BatchRow);
}

/** The number of the batch that applied a plan and has not been undone, or undefined. */
export async function batchOfPlan(plan: string, run: Run): Promise<number | undefined> {
  const [[number] = []] = await run(applied, { plan });
  return number as number | undefined;
}

/** The number of another batch that applied the plan of this one, and of which something stands, or undefined. */
export async function batchWithPlanOf(batch: number, run: Run): Promise<number | undefined> {
  const [[number] = []] = await run(appliedAgain, { number: batch });
  return number as number | undefined;
}

interface NewBatch {
  kind: BatchKind;
  label: string;
  undoes?: number;
  redoes?: number;
  plan?: string;
  /** The name of the source of an import. */
  sourceName?: string;
}

/** Stores a new batch without changes; returns its number. */
export async function createBatch(
  { kind, label, undoes, redoes, plan, sourceName = '' }: NewBatch,
  run: Run,
): Promise<number> {
  const [row] = await run(create, {
    kind,
    label,
    undoes: undoes ?? null,
    redoes: redoes ?? null,
    plan: plan ?? null,
    source: sourceName,
  });
  return row?.[0] as number;
}

/** Stores the change that a batch made, and how many records of each resource it has written. */
export async function storeChange(batch: number, change: number | undefined, run: Run): Promise<void> {
  await run(finish, { batch, change: change ?? null });
}

/** Counts again for how many records a batch is undone. */
export async function countUndone(batch: number, run: Run): Promise<void> {
  await run(count, { batch });
}

/** Notes whether a batch that undid another one, or did it again, has left something of that. */
export async function noteRest(batch: number, run: Run): Promise<void> {
  await run(rest, { batch });
}

/** The changes that have undone a batch or parts of it, and those that have done it again, in ascending order. */
export async function undosOf(batch: number, run: Run): Promise<{ kind: BatchKind; change: number }[]> {
  const rows = await run(undos, { batch });
  return rows.map(([kind, change]) => ({ kind: kind as BatchKind, change: Number(change) }));
}

type BatchRow = [
  number,
  BatchKind,
  string,
  string,
  number | null,
  number | null,
  Record<string, Counts>,
  string | null,
  number | null,
  Record<string, number>,
  boolean,
];

const batchFrom = ([
  number,
  kind,
  label,
  made,
  undoes,
  undoneBy,
  counts,
  change,
  redoes,
  undone,
  isPart,
]: BatchRow): AppliedBatch => ({
  number,
  kind,
  label,
  made: new Date(made).toISOString(),
  undoes,
  redoes,
  isPart,
  undoneBy,
  undone,
  counts,
  change: change === null ? null : Number(change),
});

/** SQL: whether nothing of a batch `b` that has been undone stands. Earlier versions kept no changes, and undid whole batches only. */
const isUndoneWholly = sql`(b.change is null or (select coalesce(sum(value::int), 0) from json_each_text(b.undone))
  >= (select coalesce(sum((value ->> 'created')::int + (value ->> 'changed')::int + (value ->> 'removed')::int), 0) from json_each(b.counts)))`;

const select = (rest: Sql): Sql => sql`
  select b.number, b.kind, b.label, b.made::text, b.undoes, u.number, b.counts, b.change, b.redoes, b.undone, b.is_part
  from rostra_batches b left join lateral (select max(number) as number from rostra_batches where undoes = b.number) u on ${isUndoneWholly} ${rest}`;

const isAllowed = sql`
  where (${parameter('resources')}::text[] is null or b.counts::jsonb - ${parameter('resources')}::text[] = '{}')`;

const list = compile(
  select(sql`${isAllowed} order by b.number desc limit ${parameter('limit')}::int offset ${parameter('offset')}::int`),
);

const countAll = compile(sql`select count(*) from rostra_batches b ${isAllowed}`);

const one = compile(select(sql`where b.number = ${parameter('number')}::int`));

const stands = sql`not (${isUndoneWholly} and exists (select from rostra_batches u where u.undoes = b.number))`;

const applied = compile(sql`select b.number from rostra_batches b where b.plan = ${parameter('plan')} and ${stands}`);

const appliedAgain = compile(sql`
  select b.number from rostra_batches b join rostra_batches o on o.plan = b.plan and o.number <> b.number
  where o.number = ${parameter('number')}::int and ${stands} order by b.number desc limit 1`);

const count = compile(
  sql`update rostra_batches b set undone = ${undoneOf(sql`b.change`)} where b.number = ${parameter('batch')}::int`,
);

const rest = compile(sql`
  update rostra_batches r set is_part = case r.kind when 'undo' then not ${isUndoneWholly} else exists (select from rostra_undone u where u.change = b.change) end
  from rostra_batches b where r.number = ${parameter('batch')}::int and b.number = coalesce(r.undoes, r.redoes)`);

const undos = compile(sql`
  select kind, change from rostra_batches where (undoes = ${parameter('batch')}::int or redoes = ${parameter('batch')}::int) and change is not null order by change`);

const create = compile(
  sql`insert into rostra_batches (kind, label, undoes, redoes, plan, source) values (${parameter('kind')}, ${parameter('label')}, ${parameter('undoes')}::int, ${parameter('redoes')}::int, ${parameter('plan')}, ${parameter('source')}) returning number`,
);

const finish = compile(
  sql`update rostra_batches b set change = ${parameter('change')}::bigint, counts = ${countsOf(parameter('change'))} where b.number = ${parameter('batch')}::int`,
);
