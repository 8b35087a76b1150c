import { chmod, copyFile, mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { root } from './service';
import { withEmbeddedDatabase } from './test-service';

/** The data folder of an earlier version, as it was kept: `tests/fixtures/<version>`. */
const fixtureOf = (version: string): string => path.join(root, 'tests/fixtures', version);

/**
 * Makes the data folder that an earlier version left behind: its secrets, its log-ins, its database. The SQL adds what the
 * dump lacks.
 */
export async function dataFolderOf(version: string, ...additions: string[]): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'rostra-upgrade-'));
  // PostgreSQL runs as a user of its own when we are root, and must be able to enter.
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

/** What an earlier version answered, by path. */
export async function answersOf(version: string): Promise<Map<string, string>> {
  const lines = (await readFile(path.join(fixtureOf(version), 'answers.tsv'), 'utf8')).trimEnd().split('\n');
  return new Map(lines.map((line) => line.split('\t') as [string, string]));
}

/** A small file of JSON beside them. */
export const jsonOf = async <T>(version: string, name: string): Promise<T> =>
  JSON.parse(await readFile(path.join(fixtureOf(version), name), 'utf8')) as T;
