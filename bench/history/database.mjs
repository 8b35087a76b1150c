// The embedded database of a data folder: connections that are made again after it was killed.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { root } from '../support/programs.mjs';

const require = createRequire(import.meta.url);

/** A connection to a data folder's database: `query` opens it when necessary and closes it after an error. */
export function connectionTo(dataDir) {
  let client;
  const open = async () => {
    const { placeCluster } = require(path.join(root, 'dist/src/runtime/postgres/placement.js'));
    const { addressOf } = require(path.join(root, 'dist/src/runtime/postgres/postmaster.js'));
    const port = Number(readFileSync(path.join(dataDir, 'postgres-port'), 'utf8'));
    const opened = new pg.Client(addressOf(placeCluster(dataDir), port, 'rostra'));
    opened.on('error', () => undefined);
    await opened.connect();
    return opened;
  };
  const close = () => {
    client?.end().catch(() => undefined);
    client = undefined;
  };
  const query = async (config) => {
    try {
      client ??= await open();
      return await client.query(config);
    } catch (error) {
      close();
      throw error;
    }
  };
  return { query, close };
}

/** Runs a query, again and again while the database is away. */
export async function untilAnswered(connection, config) {
  for (;;) {
    try {
      return await connection.query(config);
    } catch (error) {
      if (error.position) throw error;
      await pause(50);
    }
  }
}
