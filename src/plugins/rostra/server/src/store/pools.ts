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

/** How many times the usual statement timeout a long read may take. */
const LONG_READ_FACTOR = 20;

/** How long after the statement timeout a silent connection is ended, in milliseconds; a working server has answered by then. */
const SILENCE_MARGIN = 2_000;

/** The servers to read from and to write to. */
export interface Servers {
  primary: PoolConfig;
  /** A streaming replica. */
  replica?: PoolConfig | undefined;
  /** The statement timeout of reads, in seconds. */
  readSeconds: number;
  /** How long a server may be silent during a write, in seconds. */
  writeSeconds: number;
}

/** Opens the pools to Strapi's database and to its replica. */
export function openPools(
  { primary, replica, readSeconds, writeSeconds }: Servers,
  onError: (error: Error) => void,
): void {
  const open = (server: PoolConfig, max: number, connectionTimeoutMillis: number, silence: number, limits: string) => {
    const options = `${PLANS} ${limits}`;
    const pool = new Pool({ ...server, max, connectionTimeoutMillis, options, keepAlive: true });
    pool.on('error', onError);
    pool.on('connect', (client) => {
      // If a connection is lost during a statement, the statement itself fails and reports it.
      client.on('error', () => undefined);
      setSilenceTimeout(client, silence);
    });
    return pool;
  };
  const timeout = readSeconds * 1000;
  const openReads = (server: PoolConfig, max: number, wait: number, factor = 1) => {
    const limits = `-c lock_timeout=${LOCK_TIMEOUT.read} -c statement_timeout=${timeout * factor}`;
    return open(server, max, wait, timeout + SILENCE_MARGIN, limits);
  };
  const pipelined = { ...primary, pipeline: true };
  pools = {
    primary: {
      reads: openReads(primary, 10, CONNECT_TIMEOUT.reads),
      longReads: openReads(primary, 3, CONNECT_TIMEOUT.longReads, LONG_READ_FACTOR),
    },
    lookUps: openReads(primary, 1, CONNECT_TIMEOUT.lookUps),
    writes: open(pipelined, 8, CONNECT_TIMEOUT.writes, writeSeconds * 1000, `-c lock_timeout=${LOCK_TIMEOUT.write}`),
    ...(replica
      ? {
          replica: {
            reads: openReads(replica, 10, CONNECT_TIMEOUT.replica),
            longReads: openReads(replica, 3, CONNECT_TIMEOUT.replica, LONG_READ_FACTOR),
          },
        }
      : {}),
  };
}

/**
 * Statements are short and their plans are cached: JIT compilation, or a custom plan for each value of a limit, would cost
 * more than it saves.
 */
const PLANS = '-c jit=off -c plan_cache_mode=force_generic_plan';

/** Closes the pools, if they are open: some of Strapi's commands end before they would be. */
export async function closePools(): Promise<void> {
  if (!pools) return;
  const { primary, lookUps, writes, replica } = pools;
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
