import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { Placement } from '../../src/runtime/postgres/placement';
import { freePort } from './port';
import { root } from './service';

/** A streaming replica of an embedded server. */
export interface Replica {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

const built = (name: string) => require(path.join(root, 'dist/src/runtime/postgres', name));

/** Creates a replica of a data folder's server, as `pg_basebackup` would; the binaries from npm do not include it. */
export async function makeReplica(dataDir: string, databaseUrl: string): Promise<Replica> {
  const primary = built('placement.js').placeCluster(dataDir) as Placement;
  const cluster = `${primary.cluster}-replica`;
  const write = (name: string, text: string) => {
    const file = path.join(cluster, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (primary.owner) chownSync(file, primary.owner.uid, primary.owner.gid);
  };
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("select pg_backup_start('replica', true)");
  // The WAL repairs files that change during the copy.
  spawnSync('cp', ['-a', primary.cluster, cluster]);
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
  await client.end();
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(cluster, name), { force: true });
  write('backup_label', rows[0].labelfile);
  write('standby.signal', '');
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const secret = decodeURIComponent(password);
  write(
    'postgresql.auto.conf',
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${secret}'\nhot_standby = on\n`,
  );
  const own = await freePort();
  const control = async (...args: string[]) => {
    const { native, owner } = primary;
    const command = built('binaries.js').program(native, 'pg_ctl') as string;
    const done = spawnSync(command, ['-w', '-D', cluster, ...args], { ...owner, cwd: cluster, stdio: 'ignore' });
    if (done.status !== 0) throw new Error(readFileSync(path.join(cluster, 'log'), 'utf8'));
  };
  const options = `-p ${own} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c shared_preload_libraries=pg_stat_statements`;
  const replica: Replica = {
    url: `postgresql://${username}:${password}@${hostname}:${own}${pathname}`,
    start: () => control('start', '-l', path.join(cluster, 'log'), '-o', options),
    stop: () => control('stop', '-m', 'fast'),
    remove: async () => {
      await replica.stop();
      rmSync(cluster, { recursive: true, force: true });
    },
  };
  await replica.start();
  return replica;
}
