import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { withClient } from '../../src/runtime/pg-client';
import { editorOf } from './log-in';
import { postmasterOf } from './postmaster';
import { sendJson } from './send-json';
import { type Service, startService } from './service';
import { withEmbeddedDatabase } from './test-service';
import { waitFor } from './wait-for';

/** Returns functions that write and read tags as an editor. */
export async function tagsOf(service: Service) {
  const { authorization } = await editorOf(service);
  const headers = { authorization };
  const address = `${service.url}/console/lab/rs_tags`;
  return {
    /** Resolves when the service has acknowledged the tag. */
    add: async (name: string) => {
      const made = await sendJson(address, { name }, { headers });
      if (made.status !== 201) throw new Error(`${made.status} ${await made.text()}`);
    },
    names: async () => {
      const { rows } = (await (await fetch(`${address}?all`, { headers })).json()) as {
        rows: { name: string }[];
      };
      return rows.map(({ name }) => name).sort();
    },
  };
}

/** Returns a timestamp after everything acknowledged so far and before everything sent from now on. */
export async function momentNow(): Promise<string> {
  const moment = new Date(Date.now() + 1);
  await waitFor(async () => Date.now() > moment.getTime() + 1);
  return moment.toISOString();
}

/** Kills a service and its database, as a power failure would. */
export async function killService(service: Service): Promise<void> {
  const ended = once(service.process, 'exit');
  service.process.kill('SIGKILL');
  await killDatabase(service);
  await ended;
}

/** Kills the database of a data folder. */
export async function killDatabase(service: Pick<Service, 'dataDir'>): Promise<void> {
  const postmaster = postmasterOf(service);
  if (!postmaster) throw new Error('the database is not running');
  process.kill(postmaster.pid, 'SIGKILL');
  await waitFor(async () => !existsSync(`/proc/${postmaster.pid}`));
}

/** Restarts a service with the same data folder. */
export function restartService(service: Service, settings: Record<string, string> = {}): Promise<Service> {
  return startService({ DATA_DIR: service.dataDir, ...settings });
}

/** Runs a statement in the embedded database of a service, which need not run. Returns its rows. */
// biome-ignore lint/suspicious/noExplicitAny: the tests know what they select
export function statement(service: Service, text: string, values: unknown[] = []): Promise<any[]> {
  return withEmbeddedDatabase(service.environment, (connectionString) =>
    withClient({ connectionString }, async (client) => (await client.query(text, values)).rows),
  );
}

/** Reads the status file of the backups; empty if there is none. */
export async function statusOf({ dataDir }: Pick<Service, 'dataDir'>): Promise<Record<string, string>> {
  const file = path.join(dataDir, 'backups', 'status.json');
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {};
}

/** As root, changes the owner of a folder and its files, as if they came from a machine where PostgreSQL's user has another uid. */
export async function chownToOtherUser(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const name of ['.', ...(await readdir(folder))]) await chown(path.join(folder, name), 4242, 4242);
}
