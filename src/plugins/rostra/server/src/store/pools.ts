import { Pool, type PoolConfig } from 'pg';

/** The pools of plain connections that reads use, nothing in between. */
interface Pools {
  /** Statements that take milliseconds. */
  reads: Pool;
  /** Reads of everything: they keep their connection while they last, and shall not take those of the others. */
  longReads: Pool;
  /** One connection that looks versions up, which no other statement keeps waiting. */
  lookUps: Pool;
  /** A streaming replica, where there is one. */
  replica?: Pool;
}

let pools: Pools | undefined;

/**
 * Statements are short and their plans are kept: compiling them to machine code, or planning them anew for each value
 * because a limit might be anything, costs more than it saves.
 */
const OPTIONS = '-c jit=off -c plan_cache_mode=force_generic_plan';

/** Opens the pools to the database that Strapi uses, and to its replica. */
export function openPools(config: PoolConfig, replica: PoolConfig | undefined, onError: (error: Error) => void): void {
  const open = (max: number, to = config) => {
    const pool = new Pool({ ...to, max, options: OPTIONS });
    pool.on('error', onError);
    return pool;
  };
  pools = { reads: open(10), longReads: open(3), lookUps: open(1), ...(replica ? { replica: open(10, replica) } : {}) };
}

/** Closes the pools. */
export async function closePools(): Promise<void> {
  const { reads, longReads, lookUps, replica } = poolsOf();
  pools = undefined;
  await Promise.all([reads, longReads, lookUps, replica].map((pool) => pool?.end()));
}

/** The pools. */
export function poolsOf(): Pools {
  if (!pools) throw new Error('the pools are not open');
  return pools;
}

/** The pool of short reads, for a library that wants one. */
export const poolOf = (): Pool => poolsOf().reads;
