import type { PoolClient } from 'pg';
import { singleFlight } from '../../../../../common/concurrency/single-flight';
import type { Statement } from '../sql/sql';
import { run, send } from './database';
import { openedPools, type ReadPools } from './pools';
import { app } from './strapi';
import { compactVersions, lookUp, type Versions } from './versions/look-up';

/** How long a look-up and a read of the replica may take, in milliseconds. */
const TIMEOUT = { lookUp: 5_000, replica: 1_000, replicaRead: 10_000 };
/** How long a replica gets no reads after a failure, in milliseconds. */
const REPLICA_PAUSE = 5_000;

let latest: Versions | undefined;

/** Look-ups of versions since the start: their number, how many failed, and their total duration in seconds. */
export const lookUpTotals = { count: 0, failed: 0, seconds: 0 };

/**
 * The currently committed versions of all tables, whichever process wrote them: one small statement on the primary, shared by
 * concurrent calls.
 */
export const currentVersions: () => Promise<Versions> = singleFlight(async () => {
  const { versions, rows } = await measured(() =>
    lookUp((statement, parameters) => send(openedPools().lookUps, statement, parameters, TIMEOUT.lookUp), latest),
  );
  latest = versions;
  if (rows > 0) compactVersions(run, rows).catch((error: Error) => app().log.warn(error.message));
  return versions;
});

async function measured<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  lookUpTotals.count += 1;
  try {
    return await work();
  } catch (error) {
    lookUpTotals.failed += 1;
    throw error;
  } finally {
    lookUpTotals.seconds += (performance.now() - begun) / 1000;
  }
}

/** The tables of a read, and the versions that its database must have. */
export interface ReadVersions {
  tables: readonly string[];
  versions: Versions;
}

/** A connection to read on. The caller releases it, with an error if it is unusable. */
export interface ReadConnection {
  client: PoolClient;
  isReplica: boolean;
}

/**
 * Opens a connection to a database that has these versions: the replica if it has caught up, else the primary. Long reads
 * have few connections of their own, so that they leave the others free.
 */
export async function openReader(needed: ReadVersions, kind: keyof ReadPools): Promise<ReadConnection> {
  const client = await replicaReader(needed, kind);
  if (client) return { client, isReplica: true };
  return { client: await openedPools().primary[kind].connect(), isReplica: false };
}

let replicaPausedUntil = 0;

async function replicaReader(
  { tables, versions }: ReadVersions,
  kind: keyof ReadPools,
): Promise<PoolClient | undefined> {
  const { replica } = openedPools();
  if (!replica || Date.now() < replicaPausedUntil) return undefined;
  let client: PoolClient | undefined;
  try {
    client = await replica[kind].connect();
    const replicated = await lookUp((statement, parameters) =>
      send(client as PoolClient, statement, parameters, TIMEOUT.replica),
    );
    if (replicated.versions.forTables(tables) === versions.forTables(tables)) return client;
    client.release();
  } catch (error) {
    client?.release(error as Error);
    pauseReplica(error as Error);
  }
  return undefined;
}

function pauseReplica(error: Error): void {
  replicaPausedUntil = Date.now() + REPLICA_PAUSE;
  app().log.warn(`The replica failed and gets no reads for ${REPLICA_PAUSE / 1000} s: ${error.message}`);
}

/** Runs a statement on a database that has these versions; again on the primary if the replica fails. */
export async function readRows(
  statement: Statement,
  parameters: Readonly<Record<string, unknown>>,
  needed: ReadVersions,
): Promise<unknown[][]> {
  if (!openedPools().replica) return run(statement, parameters);
  const { client, isReplica } = await openReader(needed, 'reads');
  try {
    const rows = await send(client, statement, parameters, isReplica ? TIMEOUT.replicaRead : undefined);
    client.release();
    return rows;
  } catch (error) {
    client.release(error as Error);
    if (!isReplica) throw error;
    pauseReplica(error as Error);
    return run(statement, parameters);
  }
}
