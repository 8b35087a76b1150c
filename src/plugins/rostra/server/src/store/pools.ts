import { Pool, type PoolConfig } from 'pg';
import { mapValues } from '../maps';

/** The pools of plain connections to one server that reads use, nothing in between. */
export interface ReadPools {
  /** Statements that take milliseconds. */
  reads: Pool;
  /** Reads of everything: they keep their connection while they last, and shall not take those of the others. */
  longReads: Pool;
}

interface Pools {
  primary: ReadPools;
  /** One connection that looks versions up, which no other statement keeps waiting. */
  lookUps: Pool;
  /** A streaming replica, where there is one. */
  replica?: ReadPools;
}

let pools: Pools | undefined;

/**
 * Statements are short and their plans are kept: compiling them to machine code, or planning them anew for each value
 * because a limit might be anything, costs more than it saves.
 */
const OPTIONS = '-c jit=off -c plan_cache_mode=force_generic_plan';

/** How long a read waits for a connection, in milliseconds: then it is told that the database does not answer. */
const WAITS = { reads: 10_000, longReads: 60_000, lookUps: 5_000, replica: 1_000 };

/** Opens the pools to the database that Strapi uses, and to its replica. */
export function openPools(config: PoolConfig, replica: PoolConfig | undefined, onError: (error: Error) => void): void {
  const open = (to: PoolConfig, max: number, connectionTimeoutMillis: number) => {
    const pool = new Pool({ ...to, max, connectionTimeoutMillis, options: OPTIONS, keepAlive: true });
    pool.on('error', onError);
    // Lost while a read has it: that read fails, and tells of it.
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  };
  pools = {
    primary: { reads: open(config, 10, WAITS.reads), longReads: open(config, 3, WAITS.longReads) },
    lookUps: open(config, 1, WAITS.lookUps),
    ...(replica
      ? { replica: { reads: open(replica, 10, WAITS.replica), longReads: open(replica, 3, WAITS.replica) } }
      : {}),
  };
}

/** Closes the pools. */
export async function closePools(): Promise<void> {
  const { primary, lookUps, replica } = poolsOf();
  pools = undefined;
  const open = [primary, replica].flatMap((each) => (each ? [each.reads, each.longReads] : []));
  await Promise.all([...open, lookUps].map((pool) => pool.end()));
}

/** The pools. */
export function poolsOf(): Pools {
  if (!pools) throw new Error('the pools are not open');
  return pools;
}

/** The pool of short reads, for a library that wants one. */
export const poolOf = (): Pool => poolsOf().primary.reads;

/** How a pool is used: connections in use, idle ones, who waits for one, and how many there may be. */
export interface PoolUse {
  used: number;
  idle: number;
  waiting: number;
  limit: number;
}

/** How each pool is used; none when they are not open. */
export function poolUse(): Record<string, PoolUse> {
  if (!pools) return {};
  const { primary, lookUps, replica } = pools;
  const all = {
    reads: primary.reads,
    long_reads: primary.longReads,
    lookups: lookUps,
    ...(replica ? { replica_reads: replica.reads, replica_long_reads: replica.longReads } : {}),
  };
  return mapValues(all, ({ totalCount, idleCount, waitingCount, options }) => ({
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
    limit: options.max,
  }));
}
