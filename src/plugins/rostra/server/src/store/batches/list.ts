import type { Counts } from '../../plan/types';
import { compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';

export type BatchKind = 'import' | 'undo';

/** What has been applied at one time. */
export interface AppliedBatch {
  number: number;
  kind: BatchKind;
  label: string;
  /** ISO text in UTC. */
  made: string;
  counts: Record<string, Counts>;
  /** The batch that it undid, or that undid it. */
  undoes: number | null;
  undoneBy: number | null;
}

/** Batches that are wanted: all of them, unless told otherwise. */
export interface WantedBatches {
  /** Those that have touched records of these resources only. */
  resources?: string[];
  limit?: number;
  offset?: number;
}

/** Some batches, the latest first. */
export async function listBatches(
  run: Run,
  { resources, limit, offset = 0 }: WantedBatches = {},
): Promise<AppliedBatch[]> {
  const found = await run(list, { resources: resources ?? null, limit: limit ?? null, offset });
  return (found as Row[]).map(batchOf);
}

/** How many batches there are, or how many that have touched records of these resources only. */
export async function countBatches(run: Run, { resources }: Pick<WantedBatches, 'resources'> = {}): Promise<number> {
  const [[count] = []] = await run(countAll, { resources: resources ?? null });
  return Number(count);
}

/** The batch of a number, undefined where there is none. */
export async function findBatch(number: number, run: Run): Promise<AppliedBatch | undefined> {
  const [found] = await run(one, { number });
  return found && batchOf(found as Row);
}

type Row = [number, BatchKind, string, string, number | null, number | null, Record<string, Counts>];

const batchOf = ([number, kind, label, made, undoes, undoneBy, counts]: Row): AppliedBatch => ({
  number,
  kind,
  label,
  made: new Date(made).toISOString(),
  undoes,
  undoneBy,
  counts,
});

const batches = (which: Sql): Sql => sql`
  select b.number, b.kind, b.label, b.made::text, b.undoes, u.number, b.counts
  from rostra_batches b left join rostra_batches u on u.undoes = b.number ${which}`;

const ofResources = sql`
  where (${parameter('resources')}::text[] is null or b.counts::jsonb - ${parameter('resources')}::text[] = '{}')`;

const list = compile(
  batches(
    sql`${ofResources} order by b.number desc limit ${parameter('limit')}::int offset ${parameter('offset')}::int`,
  ),
);

const countAll = compile(sql`select count(*) from rostra_batches b ${ofResources}`);

const one = compile(batches(sql`where b.number = ${parameter('number')}::int`));
