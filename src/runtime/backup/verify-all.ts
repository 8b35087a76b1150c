import { existsSync } from 'node:fs';
import path from 'node:path';
import { damagedLog } from './damaged-log';
import type { BackupFolders } from './folders';
import { archiveFaults } from './histories';
import { damagedManifests, listBackups, type Manifest } from './manifest';
import { restorePaths } from './restore-paths';
import { type Condition, conditionOf, lastCondition } from './verification';
import { type Found, verifyBackup } from './verify';
import { readSegment, type Segments } from './verify-log';

/** The names of backups, the oldest first. */
export interface Verified {
  /** From which everything can be restored. */
  sound: string[];
  /** From which the database can be restored, but not to every moment since, or not all other files. */
  partial: string[];
  /** From which nothing can be restored. */
  damaged: string[];
  /** What is damaged of the archive besides its segments. */
  archive: string[];
}

const SAID: Record<Condition, string> = {
  sound: 'sound',
  partial: 'damaged in part; the database can be restored from it',
  damaged: 'damaged; nothing can be restored from it',
};

interface VerifyOptions {
  /** Folders with the log of the database that is backed up here, from which the archive can be repaired. */
  logs: string[];
  report(line: string): void;
}

/** Verifies all backups that are kept, and reports each with what is wrong with it. */
export async function verifyBackups(folders: BackupFolders, { logs, report }: VerifyOptions): Promise<Verified> {
  const result: Verified = { sound: [], partial: [], damaged: [], archive: archiveFaults(folders, logs) };
  for (const fault of result.archive) report(`${fault}.`);
  const segments: Segments = new Map();
  // Only some are on the way to the present; any may have been repaired.
  for (const name of Object.keys(damagedLog(folders))) await readSegment(folders, name, segments);
  const isKept = (name: string) => existsSync(path.join(folders.base, name));
  for (const { name, fault } of damagedManifests(folders)) {
    result.damaged.push(name);
    report(`${name}: ${SAID.damaged}.\n  ${fault}`);
  }
  const { present, timelineOf } = restorePaths(folders);
  for (const backup of listBackups(folders)) {
    const timeline = timelineOf(backup);
    const found = await verifyBackup(folders, backup, timeline, segments);
    if (!isKept(backup.name)) continue;
    const condition = conditionOf(found, found.log);
    result[condition].push(backup.name);
    const size = condition === 'sound' ? ` (${backup.files} files, ${Math.ceil(backup.bytes / 1024 / 1024)} MB)` : '';
    const problems = problemsOf(found, backup, timeline === present);
    report([`${backup.name}: ${SAID[condition]}${size}.`, ...problems].join('\n  '));
  }
  // A backup may be removed while others are read.
  return {
    ...result,
    sound: result.sound.filter(isKept),
    partial: result.partial.filter(isKept),
    damaged: result.damaged.filter(isKept),
  };
}

/** What a verification found, in lines. `isPresent`: whether the backup leads to the present state. */
function problemsOf({ faults, warnings, log, unnoted }: Found, { name }: Manifest, isPresent: boolean): string[] {
  const moment = isPresent ? '--latest' : `--to ${log?.until}`;
  const ofLog = log
    ? [
        `${log.fault}; only moments before it can be restored. Everything before it:`,
        `  npm run restore -- ${moment} --up-to-damage --backup ${name}`,
      ]
    : [];
  const ofNotes = unnoted === undefined ? [] : [`This result could not be noted: ${unnoted}`];
  return [...faults, ...warnings, ...ofLog, ...ofNotes];
}

/** What the last verification of each kept backup found; without those that were never verified. `logs`: as to verify them. */
export function lastVerified(folders: BackupFolders, logs: string[]): Verified {
  const damaged = damagedManifests(folders).map(({ name }) => name);
  const result: Verified = { sound: [], partial: [], damaged, archive: archiveFaults(folders, logs) };
  const { timelineOf } = restorePaths(folders);
  for (const backup of listBackups(folders)) {
    const last = lastCondition(folders, backup, timelineOf(backup));
    if (last) result[last.condition].push(backup.name);
  }
  return result;
}

/** Names damaged backups, and what of the archive is; undefined if there are none. */
export function describeDamage({ damaged, partial, archive }: Verified): string | undefined {
  if (damaged.length + partial.length + archive.length === 0) return undefined;
  const all = damaged.length > 0 ? [`Damaged backups: ${damaged.join(', ')}.`] : [];
  const some = partial.length > 0 ? [`Backups damaged in part: ${partial.join(', ')}.`] : [];
  return [...all, ...some, ...archive.map((fault) => `${fault}.`)].join(' ');
}

/**
 * Names damaged backups, what is left of them, and what to do. What is wrong with the archive itself was reported.
 * @param isListSound whether the list of timelines is: without it no backup can be made
 */
export function adviceOn(verified: Verified, isListSound: boolean): string {
  const named = describeDamage({ ...verified, archive: [] }) ?? 'The archive is damaged.';
  const remedy = `${isListSound ? 'Make a new one now' : 'Move timelines.json away, then make a new one'}: npm run backup`;
  return [named, leftOf(verified, remedy), 'What else to do: docs/backups.md, "Damage".'].join('\n');
}

function leftOf({ sound, partial, damaged, archive }: Verified, remedy: string): string {
  const last = sound.at(-1);
  // Their names are times.
  const newest = [...sound, ...partial, ...damaged].sort().at(-1);
  if (last !== undefined && last === newest)
    return `The newest backup, ${last}, is sound.${archive.length > 0 ? ` ${remedy}` : ''}`;
  const left = last ?? partial.at(-1);
  if (left === undefined) return `No backup is left to restore. ${remedy}`;
  return `The newest ${last ? 'sound backup' : 'backup to restore'} is ${left}. ${remedy}`;
}
