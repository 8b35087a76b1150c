// One PostgreSQL for a whole run, in its own folder.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { productionEnvironment } from '../environment.mjs';
import { track } from './statements.mjs';

export const root = path.resolve(import.meta.dirname, '..', '..');
const require = createRequire(import.meta.url);

/** Starts PostgreSQL; `environment` lets our commands work on it in production mode. */
export async function openDatabase() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rostra-bench-'));
  chmodSync(dataDir, 0o711);
  const environment = {
    ...productionEnvironment(),
    DATA_DIR: dataDir,
    SAMPLE_DATA: 'false',
    // Requests are counted as in production, but none is rejected.
    RATE_LIMIT: '1000000000',
    RATE_LIMIT_WRITES: '1000000000',
    EMBEDDED_POSTGRES_OPTIONS: 'shared_preload_libraries=pg_stat_statements',
  };
  const { acquirePostgres } = require(path.join(root, 'dist/src/runtime/postgres.js'));
  const { readSettings } = require(path.join(root, 'dist/src/runtime/settings.js'));
  const { url, release } = await acquirePostgres({ settings: readSettings(environment) });
  const query = (text, values, database = 'rostra') => queryOf(addressOf(url, database), text, values);
  await query('create extension if not exists pg_stat_statements', [], 'postgres');
  await track(query, 'none');
  return {
    dataDir,
    environment: { ...environment, DATABASE_URL: url },
    url,
    addressOf: (database) => addressOf(url, database),
    query,
    process: await postmasterOf(query),
    close: async () => {
      await release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Copies our database as a plain Strapi would have it: the same rows and indexes, without our triggers. */
export async function copyForStock({ query }, name) {
  await query(`create database ${name} template rostra`, [], 'postgres');
  const triggers = await query(
    `select tgname as name, tgrelid::regclass::text as table from pg_trigger where not tgisinternal`,
    [],
    name,
  );
  for (const each of triggers) await query(`drop trigger "${each.name}" on ${each.table}`, [], name);
  await query('vacuum analyze', [], name);
}

function addressOf(url, database) {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

async function queryOf(address, text, values = []) {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The parent of all PostgreSQL processes; undefined where unavailable. */
async function postmasterOf(query) {
  const [{ pid, folder }] = await query(
    `select pg_backend_pid() as pid, current_setting('data_directory') as folder`,
    [],
    'postgres',
  );
  try {
    return Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return parentOf(pid);
  }
}

function parentOf(pid) {
  try {
    return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
  } catch {
    return undefined;
  }
}
