import '../runtime/utc';
import type { Client } from 'pg';
import { disableArchive } from '../runtime/backup/archive';
import { type BackupFolders, backupFolders, refuseForeignDatabase } from '../runtime/backup/folders';
import { makeBackup } from '../runtime/backup/make';
import type { Manifest } from '../runtime/backup/manifest';
import { ownLogsFor } from '../runtime/backup/own-logs';
import { prune } from '../runtime/backup/prune';
import { archiveFullSegments, lockBackups } from '../runtime/backup/session';
import { writeStatus } from '../runtime/backup/status';
import { listFault } from '../runtime/backup/timelines';
import { verifyBackup } from '../runtime/backup/verify';
import { adviceOn, describeDamage, lastVerified, verifyBackups } from '../runtime/backup/verify-all';
import { hasEmbeddedDatabase } from '../runtime/existing-database';
import { withClient } from '../runtime/pg-client';
import { acquirePostgres } from '../runtime/postgres';
import { type Placement, placeCluster } from '../runtime/postgres/placement';
import { describeReach, restorablePeriods } from '../runtime/restore/periods';
import { type Settings, settings } from '../runtime/settings';
import { StartError } from '../runtime/start-error';
import { onStopRequest } from '../runtime/stop-request';
import { commandLine, quantity, runCommand } from './command';

const HELP = `
The first backup also starts archiving PostgreSQL's write-ahead log. With BACKUP_DIR on another machine, losing this machine
costs at most the last minute of writes. Afterwards, backups beyond the newest BACKUP_KEEP are removed.
Details: docs/backups.md`;

const program = commandLine('backup', 'Backs up the embedded database, whether or not the service is running.')
  .option('--verify', 'make no backup, and read the kept ones: names every damaged file; exit code 1 if there is any')
  .option('--off', 'make no backup, and stop archiving until the next one')
  .addHelpText('after', HELP)
  .action(async ({ off, verify }: { off?: boolean; verify?: boolean }) => {
    if (off && verify) throw new StartError('Give one of --off and --verify (see --help).', 2);
    if (verify) await verifyAll();
    else await withDatabase(off ? stopArchive : backUp);
  });

runCommand(program);

interface Database {
  current: Settings;
  placement: Placement;
  client: Client;
}

/** Runs work with a connection to the embedded server. Starts the server if needed, and always releases it. */
async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const current = settings();
  refuseForeignDatabase(current);
  if (!hasEmbeddedDatabase(current)) throw new StartError(`There is no database in ${current.dataDir} yet.`);
  const lease = await acquirePostgres({ settings: current });
  onStopRequest(async (exitCode) => {
    // PostgreSQL aborts the backup when the connection ends; the next backup removes the copied files.
    await lease.release();
    process.exit(exitCode);
  });
  try {
    await withClient({ connectionString: lease.url }, (client) =>
      work({ current, placement: placeCluster(current.dataDir), client }),
    );
  } finally {
    await lease.release();
  }
}

async function backUp({ current, placement, client }: Database): Promise<void> {
  const folders = backupFolders(current, placement);
  const startedAt = Date.now();
  await lockBackups(client);
  const manifest = await makeBackup({ settings: current, placement, folders, client }).catch((error) => {
    writeStatus(current.dataDir, { errors: { backup: `The last backup failed: ${error.message}` } });
    throw error;
  });
  await readBack(folders, manifest, current.dataDir);
  writeStatus(current.dataDir, { lastBackupAt: manifest.endedAt, errors: { backup: undefined } });
  const { backups, segments } = await prune(folders, current.backupKeep, manifest.name);
  const verification = withHint(describeDamage(lastVerified(folders, ownLogsFor(folders, placement))));
  writeStatus(current.dataDir, { errors: { verification } });
  const size = `${Math.ceil(manifest.bytes / 1024 / 1024)} MB`;
  console.log(
    `Created backup ${manifest.name} (${size}) in ${folders.base} within ${seconds(Date.now() - startedAt)}.`,
  );
  console.log(describeStart(folders, manifest));
  if (backups) console.log(`Removed ${quantity(backups, 'older backup')} and ${quantity(segments, 'log file')}.`);
  if (verification) console.log(verification);
}

/** Says since when any moment can be restored, which a new backup changes only if it is the first one or follows a gap. */
function describeStart(folders: BackupFolders, { endedAt }: Manifest): string {
  const end = Date.parse(endedAt);
  const periods = restorablePeriods(folders);
  const from = periods.find((period) => period.from <= end && end <= period.to)?.from ?? end;
  const isAlone = periods.every((period) => period.from >= from);
  const others = isAlone ? '' : ' Some earlier ones, too: npm run restore -- --list shows which.';
  return `From ${new Date(from).toISOString()} on, any moment can be restored.${others}`;
}

/** Reads a new backup from the disk, before older ones are removed. @throws StartError when it is damaged. */
async function readBack(folders: BackupFolders, manifest: Manifest, dataDir: string): Promise<void> {
  const { faults, warnings } = await verifyBackup(folders, manifest);
  const [fault] = [...faults, ...warnings];
  if (fault === undefined) return;
  const text = `The new backup ${manifest.name} is damaged: ${fault}. Is the disk of ${folders.base} sound? No older backup was removed.`;
  writeStatus(dataDir, { errors: { backup: text } });
  throw new StartError(text);
}

/** Verifies all backups that are kept; needs no database. */
async function verifyAll(): Promise<void> {
  const current = settings();
  refuseForeignDatabase(current);
  const placement = placeCluster(current.dataDir);
  const folders = backupFolders(current, placement);
  const logs = ownLogsFor(folders, placement);
  const verified = await verifyBackups(folders, { logs, report: console.log });
  const { sound, partial, damaged } = verified;
  if (sound.length + partial.length + damaged.length === 0)
    throw new StartError(`There are no backups in ${folders.root}; npm run backup makes one.`);
  const damage = describeDamage(verified);
  const errors = { verification: withHint(damage) };
  writeStatus(current.dataDir, { lastVerifiedAt: new Date().toISOString(), errors });
  const isListSound = listFault(folders) === undefined;
  if (isListSound) console.log(describeReach(folders, logs.length > 0));
  if (!damage) return;
  process.exitCode = 1;
  console.error(adviceOn(verified, isListSound));
}

/** The text of the status, which is read elsewhere. */
const withHint = (damage: string | undefined): string | undefined =>
  damage && `${damage} npm run backup -- --verify names the files; docs/backups.md, "Damage", what to do.`;

async function stopArchive({ current, placement, client }: Database): Promise<void> {
  disableArchive(placement);
  await archiveFullSegments(client);
  writeStatus(current.dataDir, { errors: { archive: undefined } });
  console.log('Stopped archiving. Everything written up to now can be restored.');
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
