import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { productionEnvironment } from './environment.mjs';
import { root } from './programs.mjs';

const require = createRequire(import.meta.url);

/** Creates an empty temporary folder that the user of an embedded PostgreSQL can enter. */
export function makeDataDir(parent = os.tmpdir()) {
  const dataDir = mkdtempSync(path.join(parent, 'rostra-bench-'));
  chmodSync(dataDir, 0o711);
  return dataDir;
}

/**
 * Starts an embedded PostgreSQL with a temporary data folder. With `environment`, our commands run in production mode on its
 * database `rostra`; `environmentOf` names another.
 */
export async function startPostgres(settings = {}) {
  const dataDir = makeDataDir();
  const environment = { ...productionEnvironment(), DATA_DIR: dataDir, SAMPLE_DATA: 'false', ...settings };
  const { acquirePostgres } = require(path.join(root, 'dist/src/runtime/postgres.js'));
  const { readSettings } = require(path.join(root, 'dist/src/runtime/settings.js'));
  const { url, release } = await acquirePostgres({ settings: readSettings(environment) });
  const urlOf = (database) => Object.assign(new URL(url), { pathname: `/${database}` }).href;
  const query = (text, values = [], database = 'rostra') => runQuery(urlOf(database), text, values);
  return {
    dataDir,
    environment: { ...environment, DATABASE_URL: url },
    environmentOf: (database) => ({ ...environment, DATABASE_URL: urlOf(database) }),
    urlOf,
    query,
    copyDatabase: (name) => query(`create database ${name} template rostra`, [], 'postgres'),
    close: async () => {
      await release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs a query on a connection of its own and returns the rows. */
async function runQuery(url, text, values) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
