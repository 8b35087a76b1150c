import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { editorOf } from './log-in';
import { postmasterOf } from './postmaster';
import { type Service, startService } from './service';
import { databaseUrlOf } from './test-service';
import { until } from './until';

/** Writes tags, and reads them, as an editor. */
export async function tagsOf(service: Service) {
  const { authorization } = await editorOf(service);
  const headers = { 'content-type': 'application/json', authorization };
  const address = `${service.url}/console/lab/rs_tags`;
  return {
    /** Resolves once the service has acknowledged the tag. */
    add: async (name: string) => {
      const made = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ name }) });
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

/** A moment after everything that has been acknowledged, and before anything that is sent from now on. */
export async function momentNow(): Promise<string> {
  const moment = new Date(Date.now() + 1);
  await until(async () => Date.now() > moment.getTime() + 1);
  return moment.toISOString();
}

/** Ends a service as the loss of power would, its database too. */
export async function killService(service: Service): Promise<void> {
  const postmaster = postmasterOf(service);
  if (!postmaster) throw new Error('the database of the service does not run');
  const ended = once(service.process, 'exit');
  service.process.kill('SIGKILL');
  process.kill(postmaster.pid, 'SIGKILL');
  await ended;
  await until(async () => !existsSync(`/proc/${postmaster.pid}`));
}

/** Starts a service again with the data folder that it had. */
export function startAgain(service: Service, given: Record<string, string> = {}): Promise<Service> {
  return startService({ DATA_DIR: service.dataDir, ...given });
}

/** Runs a statement in the embedded database of a service. */
export async function statement(service: Service, text: string): Promise<void> {
  const client = new Client({ connectionString: await databaseUrlOf(service) });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** The status file of the backups. */
export async function statusOf(service: Service): Promise<Record<string, string>> {
  const file = path.join(service.dataDir, 'backups', 'status.json');
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {};
}

/** Under root: gives a folder and its files to another user, as they come from a machine where PostgreSQL's own user has another number. */
export async function giveToStranger(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const name of ['.', ...(await readdir(folder))]) await chown(path.join(folder, name), 4242, 4242);
}
