import '../runtime/utc';
import path from 'node:path';
import { backupFolders } from '../runtime/backup/folders';
import { archiveFaults, historyFaults, repairHistories } from '../runtime/backup/histories';
import { damagedManifests, listBackups } from '../runtime/backup/manifest';
import { ownLogsFor } from '../runtime/backup/own-logs';
import { repairLog } from '../runtime/backup/repair-log';
import { restorePaths } from '../runtime/backup/restore-paths';
import { listFault } from '../runtime/backup/timelines';
import { lastCondition } from '../runtime/backup/verification';
import { withLock } from '../runtime/lock';
import { majorVersion } from '../runtime/postgres/binaries';
import { placeCluster } from '../runtime/postgres/placement';
import { isInUse } from '../runtime/postgres/users';
import { checkDatabase } from '../runtime/restore/check';
import { describeReach } from '../runtime/restore/periods';
import { momentAskedFor, type RestoreOptions } from '../runtime/restore/request';
import { clearDraft, restore, stopCompletely } from '../runtime/restore/restore';
import { passedOver, refuseOtherMajor, selectBackup } from '../runtime/restore/select-backup';
import { finishSwap, isSwapping } from '../runtime/restore/swap';
import { type Settings, settings } from '../runtime/settings';
import { StartError } from '../runtime/start-error';
import { onStopRequest } from '../runtime/stop-request';
import { commandLine, runCommand } from './command';
import { describeRestored } from './restored';

const HELP = `
Examples:
  npm run restore -- --list                           the backups and the periods that can be restored
  npm run restore -- --to "2026-11-21 14:03"          the state at that moment, UTC
  npm run restore -- --to "2026-11-21 22:03+08:00"    the same
  npm run restore -- --latest                         everything
  npm run restore -- --latest --up-to-damage          everything before the first damaged part of the log

Stop the service first. The current database is kept in a folder next to the restored one; docs/backups.md explains how to
go back to it.`;

const program = commandLine('restore', 'Restores the embedded database to any moment since the first backup.')
  .option('--to <moment>', 'restore the state at that moment; UTC unless it has an offset')
  .option('--latest', 'restore everything up to the last transaction')
  .option('--up-to-damage', 'if the log is damaged before that, restore everything before the damage')
  .option('--list', 'show the backups and the periods that can be restored; change nothing')
  .option('--backup <name>', 'start from this backup instead of the newest one before the moment')
  .addHelpText('after', HELP)
  .action(main);

runCommand(program);

async function main(options: RestoreOptions): Promise<void> {
  const current = settings();
  const moment = momentAskedFor(options, current);
  await withLock(current.dataDir, () => (options.list ? list(current) : restoreTo(current, moment, options)));
}

const CONDITIONS = { sound: 'sound', partial: 'damaged in part', damaged: 'damaged' };

async function list(current: Settings): Promise<void> {
  const placement = placeCluster(current.dataDir);
  const folders = backupFolders(current, placement);
  const logs = ownLogsFor(folders, placement);
  const backups = listBackups(folders);
  if (backups.length === 0 && damagedManifests(folders).length === 0)
    return console.log(`There are no backups in ${folders.root}. Create one with: npm run backup`);
  const { timelineOf } = restorePaths(folders);
  for (const backup of backups) {
    const { name, bytes, timeline, endedAt } = backup;
    const last = lastCondition(folders, backup, timelineOf(backup));
    const condition = last === undefined ? 'not verified' : `${CONDITIONS[last.condition]}, verified ${last.at}`;
    console.log(`${name}  ${Math.ceil(bytes / 1024 / 1024)} MB  ended ${endedAt}  timeline ${timeline}  ${condition}`);
  }
  for (const { name, fault } of damagedManifests(folders)) console.log(`${name}  damaged: ${fault}`);
  for (const fault of archiveFaults(folders, logs)) console.log(`Damaged in the archive: ${fault}.`);
  // It is said above.
  if (listFault(folders) !== undefined) process.exitCode = 1;
  else console.log(describeReach(folders, logs.length > 0));
}

async function restoreTo(
  current: Settings,
  moment: Date | undefined,
  { backup: name, upToDamage = false }: RestoreOptions,
): Promise<void> {
  if (isInUse(current.dataDir)) {
    throw new StartError(`A service or a command is using ${current.dataDir}. Stop it, then restore.`);
  }
  const placement = placeCluster(current.dataDir);
  const folders = backupFolders(current, placement);
  await finishSwap({ placement, folders });
  // Stops a server that a killed service left behind; a clean stop archives the end of its log.
  await stopCompletely(placement);
  await clearDraft(placement);
  const logs = ownLogsFor(folders, placement);
  for (const history of await repairHistories(folders, logs, placement.owner))
    console.log(`wal/${history} was damaged or missing, and is written again from the database's own folder.`);
  for (const fault of historyFaults(folders, logs)) console.log(`Damaged in the archive: ${fault}.`);
  const chosen = selectBackup(folders, moment, name);
  for (const missing of await repairLog(folders, { ...chosen, logs, owner: placement.owner }))
    console.log(`wal/${missing} was missing, and is written again from the database's own folder.`);
  if (name === undefined)
    for (const fault of passedOver(folders, moment, chosen.backup)) console.log(`Passed over: ${fault}.`);
  refuseOtherMajor(chosen.backup, majorVersion(placement.native));
  let isStopping = false;
  onStopRequest(async (exitCode) => {
    isStopping = true;
    if (!isSwapping(current.dataDir)) await clearDraft(placement).catch(() => undefined);
    process.exit(exitCode);
  });
  const asked = { ...chosen, moment, upToDamage };
  const check = (address: string) => checkDatabase(address, path.join(current.dataDir, 'restore-check'));
  const reporting = { report: console.log, isStopping: () => isStopping };
  const restored = await restore({ settings: current, placement, folders, logs, ...asked, check, ...reporting });
  console.log(`\n${describeRestored(chosen.backup.name, moment, restored).join('\n')}`);
}
