import '../runtime/utc';
import { Client } from 'pg';
import { disableArchive } from '../runtime/backup/archive';
import { backupFolders, refuseForeignDatabase } from '../runtime/backup/folders';
import { makeBackup } from '../runtime/backup/make';
import { prune } from '../runtime/backup/prune';
import { archiveFullSegments, lockBackups } from '../runtime/backup/session';
import { writeStatus } from '../runtime/backup/status';
import { acquirePostgres } from '../runtime/postgres';
import { hasCluster, type Placement, placeCluster } from '../runtime/postgres/placement';
import { isSwapping } from '../runtime/restore/swap';
import { type Settings, settings } from '../runtime/settings';
import { StartError } from '../runtime/start-error';
import { onStopRequest } from '../runtime/stop-request';
import { commandLine, runCommand } from './command';
import { numbered } from './content/numbered';

const HELP = `
From the first backup on PostgreSQL's log of changes is archived, too: what was written up to a minute ago survives the loss
of the machine when BACKUP_DIR lies on another one. Older backups than BACKUP_KEEP are removed afterwards.
docs/backups.md tells all.`;

const program = commandLine('backup', 'Makes a backup of the embedded database, beside a running service or alone.')
  .option('--off', 'make none, and stop archiving until the next backup')
  .addHelpText('after', HELP)
  .action(({ off }: { off?: boolean }) => withDatabase(off ? stopArchive : backUp));

runCommand(program);

interface Database {
  current: Settings;
  placement: Placement;
  client: Client;
}

/** Runs work with a connection to the embedded server, which is started when none runs, and given back whatever happens. */
async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const current = settings();
  refuseForeignDatabase(current);
  if (!hasCluster(current.dataDir) && !isSwapping(current.dataDir))
    throw new StartError(`There is no database in ${current.dataDir} yet.`);
  const lease = await acquirePostgres({ settings: current });
  const client = new Client({ connectionString: lease.url });
  client.on('error', () => undefined);
  onStopRequest(async (exitCode) => {
    // PostgreSQL forgets the backup with its connection; what was copied is cleared away by the next one.
    await lease.release();
    process.exit(exitCode);
  });
  try {
    await client.connect();
    await work({ current, placement: placeCluster(current.dataDir), client });
  } finally {
    await client.end().catch(() => undefined);
    await lease.release();
  }
}

async function backUp({ current, placement, client }: Database): Promise<void> {
  const folders = backupFolders(current, placement);
  const begun = Date.now();
  await lockBackups(client);
  const manifest = await makeBackup({ settings: current, placement, folders, client }).catch((error) => {
    writeStatus(current.dataDir, { errors: { backup: `The last backup failed: ${error.message}` } });
    throw error;
  });
  writeStatus(current.dataDir, { lastBackupAt: manifest.endedAt, errors: { backup: undefined } });
  const { backups, segments } = await prune(folders, current.backupKeep);
  const size = `${Math.ceil(manifest.bytes / 1024 / 1024)} MB`;
  console.log(`Made the backup ${manifest.name} (${size}) in ${folders.base}, in ${seconds(Date.now() - begun)}.`);
  console.log(`From ${manifest.endedAt} on every moment can be restored.`);
  if (backups)
    console.log(`Removed ${numbered(backups, 'older backup')} and ${numbered(segments, 'file')} of the log.`);
}

async function stopArchive({ current, placement, client }: Database): Promise<void> {
  disableArchive(placement);
  await archiveFullSegments(client);
  writeStatus(current.dataDir, { errors: { archive: undefined } });
  console.log('PostgreSQL archives its log no more. What has been written up to now can be restored.');
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
