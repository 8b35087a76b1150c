import { Client } from 'pg';
import { archiveOptions } from './backup/archive';
import { backupFolders } from './backup/folders';
import { withLock } from './lock';
import { ensureCluster } from './postgres/cluster';
import { type Placement, placeCluster } from './postgres/placement';
import { addressOf, livingPostmaster } from './postgres/postmaster';
import { ensureServer, stopServer, stopServerAtOnce } from './postgres/server';
import { enter, isInUse, leave } from './postgres/users';
import { finishSwap } from './restore/swap';
import type { Settings } from './settings';

const DATABASE = 'rostra';

/** A PostgreSQL to work with until it is released. */
interface PostgresLease {
  url: string;
  release: () => Promise<void>;
  /** Starts an embedded server that was killed again, on the same port. */
  ensureRunning: () => Promise<void>;
}

const nothing = async (): Promise<void> => undefined;

/**
 * The PostgreSQL that the settings name, or the embedded one of the data folder: the first process that needs it starts it,
 * others join, the last one out stops it.
 * @throws StartError with PostgreSQL's own message when it does not start.
 */
export async function acquirePostgres({ settings }: { settings: Settings }): Promise<PostgresLease> {
  if (settings.databaseUrl) return { url: settings.databaseUrl, release: nothing, ensureRunning: nothing };
  const { dataDir, embeddedPostgresOptions } = settings;
  const start = (placement: Placement) =>
    ensureServer(placement, [
      ...archiveOptions(placement, backupFolders(settings, placement).wal),
      ...embeddedPostgresOptions,
    ]);
  return withLock(dataDir, async () => {
    const placement = placeCluster(dataDir);
    const leaveAtExit = () => leaveAtOnce(placement);
    // From here on a process that ends, whatever the reason, does not leave a server behind that nobody uses.
    enter(dataDir);
    process.once('exit', leaveAtExit);
    await finishSwap(placement);
    await ensureCluster(placement);
    const port = await start(placement);
    await ensureDatabase(addressOf(placement, port, 'postgres'));
    return {
      url: addressOf(placement, port, DATABASE),
      release: async () => {
        process.off('exit', leaveAtExit);
        await withLock(dataDir, () => leaveServer(placement));
      },
      ensureRunning: async () => {
        if (livingPostmaster(placement)) return;
        await withLock(dataDir, () => start(placement));
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
