import { Pool, type PoolConfig } from 'pg';
import { mapValues } from '../../../../../common/maps';
import { setSilenceTimeout } from './silence';

/** The pools of plain driver connections to one server. */
export interface ReadPools {
  /** For statements that take milliseconds. */
  reads: Pool;
  /** For lists without pages: they hold a connection so long that they must not take those of short statements. */
  longReads: Pool;
}

interface Pools {
  primary: ReadPools;
  /** One connection for looking up versions, so that it never waits for other statements. */
  lookUps: Pool;
  /** For the writes of the API, whose statements are pipelined. */
  writes: Pool;
  /** A streaming replica, if any. */
  replica?: ReadPools;
}

let pools: Pools | undefined;

/** How long a caller waits for a connection before it fails, in milliseconds. */
const CONNECT_TIMEOUT = { reads: 10_000, longReads: 60_000, lookUps: 5_000, writes: 10_000, replica: 1_000 };

/**
 * How long a statement waits for a lock, in milliseconds; meanwhile it holds a connection. Only schema changes block a read. A
 * write waits for other writes.
 */
const LOCK_TIMEOUT = { read: 2_000, write: 5_000 };

/** How many times the usual statement timeout a long read and a statement of a write may take. */
const LONG_READ_FACTOR = 20;
const WRITE_FACTOR = 2;

/** How long after the statement timeout a silent connection is ended, in milliseconds; a working server has answered by then. */
const SILENCE_MARGIN = 2_000;

/** The servers to read from. */
export interface ReadServers {
  primary: PoolConfig;
  /** A streaming replica. */
  replica?: PoolConfig | undefined;
  /** The statement timeout, in seconds. */
  readSeconds: number;
}

/** Opens the pools to Strapi's database and to its replica. */
export function openPools({ primary, replica, readSeconds }: ReadServers, onError: (error: Error) => void): void {
  const timeout = readSeconds * 1000;
  const open = (
    server: PoolConfig,
    max: number,
    connectionTimeoutMillis: number,
    factor = 1,
    lock = LOCK_TIMEOUT.read,
  ) => {
    const options = optionsWith(timeout * factor, lock);
    const pool = new Pool({ ...server, max, connectionTimeoutMillis, options, keepAlive: true });
    pool.on('error', onError);
    pool.on('connect', (client) => {
      // If a connection is lost during a read, the read itself fails and reports it.
      client.on('error', () => undefined);
      setSilenceTimeout(client, timeout + SILENCE_MARGIN);
    });
    return pool;
  };
  pools = {
    primary: {
      reads: open(primary, 10, CONNECT_TIMEOUT.reads),
      longReads: open(primary, 3, CONNECT_TIMEOUT.longReads, LONG_READ_FACTOR),
    },
    lookUps: open(primary, 1, CONNECT_TIMEOUT.lookUps),
    writes: open({ ...primary, pipeline: true }, 10, CONNECT_TIMEOUT.writes, WRITE_FACTOR, LOCK_TIMEOUT.write),
    ...(replica
      ? {
          replica: {
            reads: open(replica, 10, CONNECT_TIMEOUT.replica),
            longReads: open(replica, 3, CONNECT_TIMEOUT.replica, LONG_READ_FACTOR),
          },
        }
      : {}),
  };
}

/**
 * Statements are short and their plans are cached: JIT compilation, or a custom plan for each value of a limit, would cost
 * more than it saves.
 */
const optionsWith = (timeout: number, lock: number): string =>
  `-c jit=off -c plan_cache_mode=force_generic_plan -c lock_timeout=${lock} -c statement_timeout=${timeout}`;

/** Closes the pools. */
export async function closePools(): Promise<void> {
  const { primary, lookUps, writes, replica } = openedPools();
  pools = undefined;
  const open = [primary, replica].flatMap((each) => (each ? [each.reads, each.longReads] : []));
  await Promise.all([...open, lookUps, writes].map((pool) => pool.end()));
}

/** The pools. @throws Error when they are not open. */
export function openedPools(): Pools {
  if (!pools) throw new Error('the pools are not open');
  return pools;
}

/** The primary's pool for short statements. */
export const readPool = (): Pool => openedPools().primary.reads;

/** Connections in use, idle connections, callers that wait for one, and the maximum of connections. */
export interface PoolUse {
  used: number;
  idle: number;
  waiting: number;
  limit: number;
}

/** The use of each pool; empty when they are not open. */
export function poolUse(): Record<string, PoolUse> {
  if (!pools) return {};
  const { primary, lookUps, writes, replica } = pools;
  const all = {
    reads: primary.reads,
    long_reads: primary.longReads,
    lookups: lookUps,
    writes,
    ...(replica ? { replica_reads: replica.reads, replica_long_reads: replica.longReads } : {}),
  };
  return mapValues(all, ({ totalCount, idleCount, waitingCount, options }) => ({
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
    limit: options.max,
  }));
}
