import type { Client } from 'pg';
import { type BackupFolders, backupFolders } from '../../src/runtime/backup/folders';
import { makeBackup } from '../../src/runtime/backup/make';
import type { Manifest } from '../../src/runtime/backup/manifest';
import { ownLogsFor } from '../../src/runtime/backup/own-logs';
import { withClient } from '../../src/runtime/pg-client';
import { type Placement, placeCluster } from '../../src/runtime/postgres/placement';
import { type RestoreResult, restore } from '../../src/runtime/restore/restore';
import { selectBackup } from '../../src/runtime/restore/select-backup';
import { readSettings } from '../../src/runtime/settings';
import { copyTemplate } from './service';
import { withEmbeddedDatabase } from './test-service';

/**
 * A database that has nothing but numbers: to back it up and to restore it costs a fraction of what it costs with the tables of a service,
 * and what was restored is checked without loading Strapi. Backups and restores of services are in `backup.test.ts`.
 */
export interface BareDatabase {
  dataDir: string;
  /** Of commands that back it up. */
  environment: Record<string, string>;
  folders: BackupFolders;
  placement: Placement;
  /** Starts the server for some work; stopped afterwards, it archives the end of its log. Not within itself. */
  use<T>(work: (client: Client, url: string) => Promise<T>): Promise<T>;
  add(client: Client, number: number): Promise<unknown>;
  numbers(client: Client): Promise<number[]>;
  backUp(client: Client): Promise<Manifest>;
  /** Restores a moment, or the latest state, as the command does. */
  restore(asked?: { moment?: Date; upToDamage?: boolean }): Promise<RestoreResult>;
}

/** Creates such a database in a data folder of its own. */
export async function makeBareDatabase(settings: Record<string, string>): Promise<BareDatabase> {
  const made = bareDatabaseIn({ ...settings, DATA_DIR: await copyTemplate() });
  await made.use(async (_, url) => {
    const server = new URL(url);
    server.pathname = '/postgres';
    await withClient({ connectionString: server.href }, async (client) => {
      await client.query('drop database rostra with (force)');
      await client.query('create database rostra');
      // Half of the files that are left.
      await client.query('update pg_database set datistemplate = false');
      for (const name of ['template0', 'template1']) await client.query(`drop database ${name}`);
    });
    await withClient({ connectionString: url }, (client) => client.query('create table numbers (number int)'));
  });
  return made;
}

/** The database of a data folder, where one may be restored to. */
export function bareDatabaseIn(environment: Record<string, string>): BareDatabase {
  const settings = readSettings(environment);
  const placement = placeCluster(settings.dataDir);
  const folders = backupFolders(settings, placement);
  const numbers = async (client: Client): Promise<number[]> =>
    (await client.query('select number from numbers order by 1')).rows.map(({ number }) => number);
  const check = async (connectionString: string) => {
    const { length } = await withClient({ connectionString }, numbers);
    return { counts: { numbers: length }, warnings: 0 };
  };
  return {
    dataDir: settings.dataDir,
    environment,
    folders,
    placement,
    use: (work) =>
      withEmbeddedDatabase(environment, (connectionString) =>
        withClient({ connectionString }, (client) => work(client, connectionString)),
      ),
    add: (client, number) => client.query('insert into numbers values ($1)', [number]),
    numbers,
    backUp: (client) => makeBackup({ settings, placement, folders, client }),
    restore: ({ moment, upToDamage = false } = {}) => {
      const asked = { ...selectBackup(folders, moment, undefined), moment, upToDamage };
      const logs = ownLogsFor(folders, placement);
      const reporting = { report: () => undefined, isStopping: () => false };
      return restore({ settings, placement, folders, logs, ...asked, check, ...reporting });
    },
  };
}
