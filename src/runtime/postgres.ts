import { archiveOptions } from './backup/archive';
import { backupFolders } from './backup/folders';
import { withLock } from './lock';
import { withClient } from './pg-client';
import { ensureCluster } from './postgres/cluster';
import { type Placement, placeCluster } from './postgres/placement';
import { savedPort } from './postgres/port';
import { addressOf } from './postgres/postmaster';
import { ensureServer, requestServerStop, stopServer } from './postgres/server';
import { isInUse, registerUser, unregisterUser } from './postgres/users';
import { watchServer } from './postgres/watch';
import { finishSwap } from './restore/swap';
import type { Settings } from './settings';

const DATABASE = 'rostra';

/** A PostgreSQL in use until released. */
interface PostgresLease {
  url: string;
  release: () => Promise<void>;
  /** Restarts an embedded server on the same port whenever it ends, until it is released. */
  watch: (log: (line: string) => void) => void;
  /** The files of an embedded server. */
  folder?: string;
}

const nothing = (): void => undefined;

/**
 * Acquires the PostgreSQL of the settings, or the embedded one of the data folder. The first process starts it, others
 * join, and the last one stops it.
 * @throws StartError with PostgreSQL's own message when it does not start.
 */
export async function acquirePostgres({ settings }: { settings: Settings }): Promise<PostgresLease> {
  if (settings.databaseUrl) return { url: settings.databaseUrl, release: async () => undefined, watch: nothing };
  const { dataDir, embeddedPostgresOptions } = settings;
  const start = (placement: Placement, port?: number) =>
    ensureServer(placement, {
      options: [...archiveOptions(placement, backupFolders(settings, placement).wal), ...embeddedPostgresOptions],
      port,
      reserved: settings.port,
    });
  return withLock(dataDir, async () => {
    const placement = placeCluster(dataDir);
    const releaseAtExit = () => releaseWithoutWaiting(placement);
    // Other processes expect the server on its old port.
    const others = isInUse(dataDir);
    // From here on, a process that ends for any reason stops an unused server.
    registerUser(dataDir);
    process.once('exit', releaseAtExit);
    await finishSwap({ placement, folders: backupFolders(settings, placement) });
    await ensureCluster(placement);
    const port = await start(placement, others ? savedPort(placement) : undefined);
    await ensureDatabase(addressOf(placement, port, 'postgres'));
    let isReleased = false;
    let stopWatch = nothing;
    const restart = () => withLock(dataDir, async () => isReleased || (await start(placement, port)));
    return {
      url: addressOf(placement, port, DATABASE),
      folder: placement.cluster,
      release: async () => {
        isReleased = true;
        stopWatch();
        await withLock(dataDir, () => releaseServer(placement));
        process.off('exit', releaseAtExit);
      },
      watch: (log) => {
        stopWatch = watchServer({ placement, restart, log });
      },
    };
  });
}

async function releaseServer(placement: Placement): Promise<void> {
  unregisterUser(placement.dataDir);
  if (!isInUse(placement.dataDir)) await stopServer(placement);
}

function releaseWithoutWaiting(placement: Placement): void {
  unregisterUser(placement.dataDir);
  if (!isInUse(placement.dataDir)) requestServerStop(placement);
}

const ensureDatabase = (url: string): Promise<void> =>
  withClient({ connectionString: url }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  });
