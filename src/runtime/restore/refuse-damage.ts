import { chooseBackup } from '../backup/choose';
import { damagedLog } from '../backup/damaged-log';
import type { Manifest } from '../backup/manifest';
import { reachOf } from '../backup/reach';
import { repairLog } from '../backup/repair-log';
import { historyOf } from '../backup/restore-paths';
import { wasSound } from '../backup/verification';
import { type Found, verifyBackup } from '../backup/verify';
import { StartError } from '../start-error';
import type { RestoreRequest } from './restore';

/** The most faults that an error names. */
const MAX_NAMED = 20;

/**
 * Verifies the backup of a restore. Refuses one whose database is damaged, and a moment that only damaged log leads to.
 * @returns what was found; the restore leaves out damaged files besides the database
 */
export async function refuseDamage(request: RestoreRequest): Promise<Found> {
  const { backup, moment, upToDamage, report } = request;
  report(`Verifying the backup ${backup.name} …`);
  const found = await verifyRepaired(request);
  const { faults, warnings, log } = found;
  if (faults.length > 0)
    throw new StartError(
      `The backup ${backup.name} is damaged, and nothing was changed: ${listOf(faults)}. ${hintFor(request)}`,
    );
  if (log && !upToDamage && (!moment || moment.toISOString() > log.until))
    throw new StartError(
      `The log after the backup ${backup.name} is damaged, and nothing was changed: ${log.fault}. Add --up-to-damage to restore everything before the damage, of which the last part was archived at ${log.until}; --to restores an earlier moment.`,
    );
  for (const warning of warnings) report(`Damaged in the backup: ${warning}.`);
  return found;
}

/** Verifies the backup, and again if damaged log could be written again from the database's own folders. */
async function verifyRepaired({ folders, backup, timeline, logs, placement, report }: RestoreRequest): Promise<Found> {
  const found = await verifyBackup(folders, backup, timeline);
  const lost = damagedLog(folders);
  const repaired = await repairLog(folders, { backup, timeline, logs, lost, owner: placement.owner });
  for (const name of repaired) report(`wal/${name} was damaged, and is written again from the database's own folder.`);
  return repaired.length > 0 ? verifyBackup(folders, backup, timeline) : found;
}

/** Joins faults to a part of a sentence. */
export const listOf = (faults: string[]): string =>
  `${faults.slice(0, MAX_NAMED).join(', ')}${faults.length > MAX_NAMED ? `, and ${faults.length - MAX_NAMED} more` : ''}`;

/** What to restore instead of a damaged backup. */
function hintFor({ folders, backup, timeline, moment }: RestoreRequest): string {
  const { usable } = chooseBackup(historyOf(folders), moment);
  const others = usable.filter(
    (each) =>
      each.name !== backup.name &&
      wasSound(folders, each) &&
      (!moment || Date.parse(each.endedAt) <= moment.getTime()) &&
      reachOf(folders, each, timeline).end !== undefined,
  );
  const isBeforeDamage = (each: Manifest): boolean => {
    const { damage } = reachOf(folders, each, timeline);
    return !damage || (moment !== undefined && moment.toISOString() <= damage.until);
  };
  const namesOf = (backups: Manifest[]) => backups.map(({ name }) => name).join(', ');
  const whole = others.filter(isBeforeDamage);
  if (whole.length > 0) return `Sound when they were last verified: ${namesOf(whole)}. Restore one with --backup.`;
  if (others.length > 0)
    return `Sound when they were last verified, but for the log after them: ${namesOf(others)}. Restore one with --backup and --up-to-damage.`;
  return `No other ${moment ? 'backup from before that moment' : 'backup'} was sound when it was last verified; npm run backup -- --verify reads them all again.`;
}
