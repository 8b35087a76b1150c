import '../runtime/utc';
import path from 'node:path';
import { backupFolders, refuseForeignDatabase } from '../runtime/backup/folders';
import { listBackups } from '../runtime/backup/manifest';
import { withLock } from '../runtime/lock';
import { majorVersion } from '../runtime/postgres/binaries';
import { placeCluster } from '../runtime/postgres/placement';
import { isInUse } from '../runtime/postgres/users';
import { clearDraft, type RestoreResult, restore, stopCompletely } from '../runtime/restore/restore';
import { describeReach, refuseOtherMajor, selectBackup } from '../runtime/restore/select-backup';
import { finishSwap, isSwapping } from '../runtime/restore/swap';
import { readMoment } from '../runtime/restore/target';
import { type Settings, settings } from '../runtime/settings';
import { StartError } from '../runtime/start-error';
import { onStopRequest } from '../runtime/stop-request';
import { commandLine, runCommand } from './command';
import { numbered } from './content/numbered';

interface Options {
  to?: string;
  latest?: boolean;
  list?: boolean;
  backup?: string;
}

const HELP = `
Examples:
  npm run restore -- --list                           the backups, and from when to when can be restored
  npm run restore -- --to "2026-11-21 14:03"          as it was at that moment, UTC
  npm run restore -- --to "2026-11-21 22:03+08:00"    the same
  npm run restore -- --latest                         everything that there is

Stop the service first. The present database is kept beside the restored one; docs/backups.md tells how to go back.`;

const program = commandLine('restore', 'Restores the embedded database to any moment since the first backup.')
  .option('--to <moment>', 'restore what was there at that moment; UTC unless it has an offset')
  .option('--latest', 'restore everything up to the last transaction')
  .option('--list', 'show the backups and from when to when can be restored; change nothing')
  .option('--backup <name>', 'begin with this backup, not with the newest one before the moment')
  .addHelpText('after', HELP)
  .action(main);

runCommand(program);

async function main(options: Options): Promise<void> {
  const current = settings();
  refuseForeignDatabase(current);
  const wanted = [options.to, options.latest, options.list].filter((given) => given !== undefined);
  if (wanted.length !== 1) throw new StartError('Give one of --to, --latest and --list (--help shows how).', 2);
  const moment = options.to === undefined ? undefined : readMoment(options.to);
  if (moment && moment.getTime() > Date.now()) throw new StartError(`${moment.toISOString()} is yet to come.`, 2);
  await withLock(current.dataDir, () => (options.list ? list(current) : restoreTo(current, moment, options.backup)));
}

async function list(current: Settings): Promise<void> {
  const folders = backupFolders(current, placeCluster(current.dataDir));
  const backups = listBackups(folders);
  if (backups.length === 0) return console.log(`There are no backups in ${folders.root}: npm run backup makes one.`);
  for (const { name, bytes, timeline, endedAt } of backups) {
    console.log(`${name}  ${Math.ceil(bytes / 1024 / 1024)} MB  ended ${endedAt}  timeline ${timeline}`);
  }
  console.log(describeReach(folders));
}

async function restoreTo(current: Settings, moment: Date | undefined, name: string | undefined): Promise<void> {
  if (isInUse(current.dataDir)) {
    throw new StartError(`A service or a command uses ${current.dataDir}. Stop it, then restore.`);
  }
  const placement = placeCluster(current.dataDir);
  await finishSwap(placement);
  // One that was left behind when the last service was killed. Stopped in order, it brings the end of its log to the archive.
  await stopCompletely(placement);
  await clearDraft(placement);
  const folders = backupFolders(current, placement);
  const chosen = selectBackup(folders, moment, name);
  refuseOtherMajor(chosen.backup, majorVersion(placement.native));
  let isStopping = false;
  onStopRequest(async (exitCode) => {
    isStopping = true;
    if (!isSwapping(current.dataDir)) await clearDraft(placement).catch(() => undefined);
    process.exit(exitCode);
  });
  const told = { report: console.log, isStopping: () => isStopping };
  const restored = await restore({ settings: current, placement, folders, ...chosen, moment, ...told });
  describe(chosen.backup.name, moment, restored);
}

function describe(backup: string, moment: Date | undefined, restored: RestoreResult): void {
  const { lastTransaction, counts, warnings, aside, files, uploads } = restored;
  const wanted = moment ? `as it was at ${moment.toISOString()}` : 'with everything that there is';
  console.log(`\nRestored the database ${wanted}, from the backup ${backup}.`);
  console.log(
    lastTransaction
      ? `The last transaction that it holds is of ${lastTransaction}.`
      : 'Nothing was written between that backup and then.',
  );
  for (const [resource, count] of Object.entries(counts)) if (count > 0) console.log(`  ${resource}: ${count}`);
  console.log(
    warnings
      ? `The integrity report has ${numbered(warnings, 'warning')}: npm run content -- check shows them.`
      : 'The integrity report finds nothing odd.',
  );
  if (files.length > 0) console.log(`Put back, because they were missing: ${files.join(', ')}.`);
  if (uploads > 0) console.log(`Put back ${numbered(uploads, 'uploaded file')} that had been missing.`);
  if (aside) {
    console.log(`The database of before lies in ${aside}. To go back, stop the service, move`);
    console.log(
      `${path.basename(aside).split('.')[0]} away and give this folder its name. Delete it when you need it no more.`,
    );
  }
}
