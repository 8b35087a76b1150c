import { Pool, type PoolConfig } from 'pg';
import { mapValues } from '../../../../../common/maps';
import { limitSilence } from './silence';

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

/** How long a read waits for a connection, in milliseconds: then it is told that the database does not answer. */
const WAITS = { reads: 10_000, longReads: 60_000, lookUps: 5_000, replica: 1_000 };

/** How long a read waits for a lock, in milliseconds: only changes of tables are in its way, and it holds a connection. */
const LOCK_MS = 2_000;

/** A read of everything may take so many times as long as another one. */
const LONG = 20;

/** How much longer than its statement may take a server may be silent, in milliseconds: it has ended the statement by then. */
const SILENCE_MS = 2_000;

/** The servers that reads use, and how long one of their statements may take, in seconds. */
export interface Reads {
  primary: PoolConfig;
  /** A streaming replica. */
  replica?: PoolConfig | undefined;
  readSeconds: number;
}

/** Opens the pools to the database that Strapi uses, and to its replica. */
export function openPools({ primary, replica, readSeconds }: Reads, onError: (error: Error) => void): void {
  const patience = readSeconds * 1000;
  const open = (to: PoolConfig, max: number, connectionTimeoutMillis: number, times = 1) => {
    const options = optionsWith(patience * times);
    const pool = new Pool({ ...to, max, connectionTimeoutMillis, options, keepAlive: true });
    pool.on('error', onError);
    pool.on('connect', (client) => {
      // Lost while a read has it: that read fails, and tells of it.
      client.on('error', () => undefined);
      limitSilence(client, patience + SILENCE_MS);
    });
    return pool;
  };
  pools = {
    primary: { reads: open(primary, 10, WAITS.reads), longReads: open(primary, 3, WAITS.longReads, LONG) },
    lookUps: open(primary, 1, WAITS.lookUps),
    ...(replica
      ? { replica: { reads: open(replica, 10, WAITS.replica), longReads: open(replica, 3, WAITS.replica, LONG) } }
      : {}),
  };
}

/**
 * Statements are short and their plans are kept: compiling them to machine code, or planning them anew for each value
 * because a limit might be anything, costs more than it saves.
 */
const optionsWith = (patience: number): string =>
  `-c jit=off -c plan_cache_mode=force_generic_plan -c lock_timeout=${LOCK_MS} -c statement_timeout=${patience}`;

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
