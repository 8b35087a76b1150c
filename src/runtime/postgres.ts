import { Client } from 'pg';
import { archiveOptions } from './backup/archive';
import { backupFolders } from './backup/folders';
import { withLock } from './lock';
import { ensureCluster } from './postgres/cluster';
import { type Placement, placeCluster } from './postgres/placement';
import { keptPort } from './postgres/port';
import { addressOf } from './postgres/postmaster';
import { ensureServer, stopServer, stopServerAtOnce } from './postgres/server';
import { enter, isInUse, leave } from './postgres/users';
import { watchServer } from './postgres/watch';
import { finishSwap } from './restore/swap';
import type { Settings } from './settings';

const DATABASE = 'rostra';

/** A PostgreSQL to work with until it is released. */
interface PostgresLease {
  url: string;
  release: () => Promise<void>;
  /** Starts an embedded server again, on the same port, whenever it ends, until it is given back. */
  watch: (log: (line: string) => void) => void;
  /** The folder of an embedded server's files. */
  folder?: string;
}

const nothing = (): void => undefined;

/**
 * The PostgreSQL that the settings name, or the embedded one of the data folder: the first process that needs it starts it,
 * others join, the last one out stops it.
 * @throws StartError with PostgreSQL's own message when it does not start.
 */
export async function acquirePostgres({ settings }: { settings: Settings }): Promise<PostgresLease> {
  if (settings.databaseUrl) return { url: settings.databaseUrl, release: async () => undefined, watch: nothing };
  const { dataDir, embeddedPostgresOptions } = settings;
  const start = (placement: Placement, port?: number) =>
    ensureServer(placement, {
      options: [...archiveOptions(placement, backupFolders(settings, placement).wal), ...embeddedPostgresOptions],
      port,
    });
  return withLock(dataDir, async () => {
    const placement = placeCluster(dataDir);
    const leaveAtExit = () => leaveAtOnce(placement);
    // They look for the server where it was.
    const others = isInUse(dataDir);
    // From here on a process that ends, whatever the reason, does not leave a server behind that nobody uses.
    enter(dataDir);
    process.once('exit', leaveAtExit);
    await finishSwap(placement);
    await ensureCluster(placement);
    const port = await start(placement, others ? keptPort(placement) : undefined);
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
        await withLock(dataDir, () => leaveServer(placement));
        process.off('exit', leaveAtExit);
      },
      watch: (log) => {
        stopWatch = watchServer({ placement, restart, log });
      },
    };
  });
}

async function leaveServer(placement: Placement): Promise<void> {
  leave(placement.dataDir);
  if (!isInUse(placement.dataDir)) await stopServer(placement);
}

function leaveAtOnce(placement: Placement): void {
  leave(placement.dataDir);
  if (!isInUse(placement.dataDir)) stopServerAtOnce(placement);
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
