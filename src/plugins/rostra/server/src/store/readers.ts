import type { PoolClient } from 'pg';
import type { Statement } from '../sql/sql';
import { type Run, send } from './database';
import { poolsOf } from './pools';
import { app } from './strapi';
import { joined } from './versions/joined';
import { lookUp, putTogether, type Versions } from './versions/look-up';

let known: Versions | undefined;

const lookUps: Run = (statement, parameters) => send(poolsOf().lookUps, statement, parameters);

const lookUpAll = joined(async () => {
  const { versions, rows } = await lookUp(lookUps, known);
  known = versions;
  if (rows > 0) putTogether(lookUps, rows).catch((error: Error) => app().log.warn(error.message));
  return versions;
});

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
export async function reader(wanted: Wanted, isLong: boolean): Promise<Reader> {
  const client = await replicaReader(wanted);
  if (client) return { client, isReplica: true };
  const { reads, longReads } = poolsOf();
  return { client: await (isLong ? longReads : reads).connect(), isReplica: false };
}

async function replicaReader({ tables, versions }: Wanted): Promise<PoolClient | undefined> {
  const { replica } = poolsOf();
  if (!replica) return undefined;
  let client: PoolClient | undefined;
  try {
    client = await replica.connect();
    const there = await lookUp((statement, parameters) => send(client as PoolClient, statement, parameters));
    if (there.versions.of(tables) === versions.of(tables)) return client;
    client.release();
  } catch (error) {
    client?.release(error as Error);
    app().log.warn(`the replica cannot be read: ${(error as Error).message}`);
  }
  return undefined;
}

/** Runs a statement where all that is wanted is there; on the primary when the replica fails meanwhile. */
export async function readRows(
  statement: Statement,
  parameters: Readonly<Record<string, unknown>>,
  wanted: Wanted,
): Promise<unknown[][]> {
  if (!poolsOf().replica) return send(poolsOf().reads, statement, parameters);
  const { client, isReplica } = await reader(wanted, false);
  try {
    const rows = await send(client, statement, parameters);
    client.release();
    return rows;
  } catch (error) {
    client.release(error as Error);
    if (!isReplica) throw error;
    app().log.warn(`the replica has failed: ${(error as Error).message}`);
    return send(poolsOf().reads, statement, parameters);
  }
}
