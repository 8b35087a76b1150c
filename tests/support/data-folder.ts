import { chmod, copyFile, mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { root } from './service';
import { withEmbeddedDatabase } from './test-service';

/** Returns the folder of an earlier version's data: `tests/fixtures/<version>`. */
const fixtureOf = (version: string): string => path.join(root, 'tests/fixtures', version);

/**
 * Creates a data folder as an earlier version left it: secrets, credentials and database. `additions` is SQL to run after
 * the dump.
 */
export async function dataFolderOf(version: string, ...additions: string[]): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'rostra-upgrade-'));
  // If we are root, PostgreSQL runs as its own user, which must be able to enter.
  await chmod(dataDir, 0o711);
  for (const name of ['secrets.json', 'credentials.json']) {
    await copyFile(path.join(fixtureOf(version), name), path.join(dataDir, name));
    await chmod(path.join(dataDir, name), 0o600);
  }
  const dump = gunzipSync(await readFile(path.join(fixtureOf(version), 'database.sql.gz'))).toString('utf8');
  await withEmbeddedDatabase(
    { DATA_DIR: dataDir, EMBEDDED_POSTGRES_OPTIONS: 'fsync=off' },
    async (connectionString) => {
      const client = new Client({ connectionString });
      await client.connect();
      await client.query(dump);
      for (const addition of additions) await client.query(addition);
      await client.end();
    },
  );
  return dataDir;
}

/** Reads the recorded answers of an earlier version, by path. */
export async function answersOf(version: string): Promise<Map<string, string>> {
  const lines = (await readFile(path.join(fixtureOf(version), 'answers.tsv'), 'utf8')).trimEnd().split('\n');
  return new Map(lines.map((line) => line.split('\t') as [string, string]));
}

/** Reads a JSON file of an earlier version's fixture. */
export const jsonOf = async <T>(version: string, name: string): Promise<T> =>
  JSON.parse(await readFile(path.join(fixtureOf(version), name), 'utf8')) as T;
