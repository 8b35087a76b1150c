import type { PoolClient } from 'pg';
import { singleFlight } from '../../../../../common/concurrency/single-flight';
import type { Statement } from '../sql/sql';
import { run, send } from './database';
import { poolsOf, type ReadPools } from './pools';
import { app } from './strapi';
import { lookUp, putTogether, type Versions } from './versions/look-up';

/** How long a look-up may take, and a read of the replica, in milliseconds. */
const PATIENCE = { lookUp: 5_000, replica: 1_000, replicaRead: 10_000 };
/** How long a replica that has failed is left alone, in milliseconds. */
const REST = 5_000;

let known: Versions | undefined;

/** Look-ups of versions since the start, those among them that failed, and the seconds that they took. */
export const lookUps = { count: 0, failed: 0, seconds: 0 };

const lookUpAll = singleFlight(async () => {
  const { versions, rows } = await measured(() =>
    lookUp((statement, parameters) => send(poolsOf().lookUps, statement, parameters, PATIENCE.lookUp), known),
  );
  known = versions;
  if (rows > 0) putTogether(run, rows).catch((error: Error) => app().log.warn(error.message));
  return versions;
});

async function measured<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  lookUps.count += 1;
  try {
    return await work();
  } catch (error) {
    lookUps.failed += 1;
    throw error;
  } finally {
    lookUps.seconds += (performance.now() - begun) / 1000;
  }
}

/**
 * The versions of all tables as they are committed now, by whichever process: one small statement of the primary, shared
 * by all who ask at the same time.
 */
export const versionsNow = (): Promise<Versions> => lookUpAll();

/** What a read may see: the versions of the tables that it reads. */
export interface Wanted {
  tables: readonly string[];
  versions: Versions;
}

/** A connection to read on, to be released; with an error when it is of no more use. */
export interface Reader {
  client: PoolClient;
  isReplica: boolean;
}

/**
 * A connection whose database has all that is wanted: the replica's where it has come that far, else the primary's. A
 * long read gets one of a few, so that the others stay free.
 */
export async function reader(wanted: Wanted, kind: keyof ReadPools): Promise<Reader> {
  const client = await replicaReader(wanted, kind);
  if (client) return { client, isReplica: true };
  return { client: await poolsOf().primary[kind].connect(), isReplica: false };
}

let isRestingUntil = 0;

async function replicaReader({ tables, versions }: Wanted, kind: keyof ReadPools): Promise<PoolClient | undefined> {
  const { replica } = poolsOf();
  if (!replica || Date.now() < isRestingUntil) return undefined;
  let client: PoolClient | undefined;
  try {
    client = await replica[kind].connect();
    const there = await lookUp((statement, parameters) =>
      send(client as PoolClient, statement, parameters, PATIENCE.replica),
    );
    if (there.versions.of(tables) === versions.of(tables)) return client;
    client.release();
  } catch (error) {
    client?.release(error as Error);
    rest(error as Error);
  }
  return undefined;
}

function rest(error: Error): void {
  isRestingUntil = Date.now() + REST;
  app().log.warn(`the replica is left alone for ${REST / 1000} s: ${error.message}`);
}

/** Runs a statement where all that is wanted is there; on the primary when the replica fails meanwhile. */
export async function readRows(
  statement: Statement,
  parameters: Readonly<Record<string, unknown>>,
  wanted: Wanted,
): Promise<unknown[][]> {
  if (!poolsOf().replica) return run(statement, parameters);
  const { client, isReplica } = await reader(wanted, 'reads');
  try {
    const rows = await send(client, statement, parameters, isReplica ? PATIENCE.replicaRead : undefined);
    client.release();
    return rows;
  } catch (error) {
    client.release(error as Error);
    if (!isReplica) throw error;
    rest(error as Error);
    return run(statement, parameters);
  }
}
