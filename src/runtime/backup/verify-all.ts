import { existsSync } from 'node:fs';
import path from 'node:path';
import type { BackupFolders } from './folders';
import { archiveFaults } from './histories';
import { damagedManifests, listBackups, type Manifest } from './manifest';
import { type Condition, conditionOf, lastVerification, problemsIn } from './verification';
import { verifyBackup } from './verify';
import type { Segments } from './verify-log';

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
  /** The timeline along which a backup is restored. */
  timelineOf?(backup: Manifest): number;
  report(line: string): void;
}

/** Verifies all backups that are kept, and reports each with what is wrong with it. */
export async function verifyBackups(
  folders: BackupFolders,
  { logs, timelineOf = ({ timeline }) => timeline, report }: VerifyOptions,
): Promise<Verified> {
  const result: Verified = { sound: [], partial: [], damaged: [], archive: archiveFaults(folders, logs) };
  for (const fault of result.archive) report(`${fault}.`);
  const segments: Segments = new Map();
  const isKept = (name: string) => existsSync(path.join(folders.base, name));
  for (const { name, fault } of damagedManifests(folders)) {
    result.damaged.push(name);
    report(`${name}: ${SAID.damaged}.\n  ${fault}`);
  }
  for (const backup of listBackups(folders)) {
    const found = await verifyBackup(folders, backup, timelineOf(backup), segments);
    if (!isKept(backup.name)) continue;
    const condition = conditionOf(found);
    result[condition].push(backup.name);
    const size = condition === 'sound' ? ` (${backup.files} files, ${Math.ceil(backup.bytes / 1024 / 1024)} MB)` : '';
    const unnoted = found.unnoted === undefined ? [] : [`This result could not be noted: ${found.unnoted}`];
    report([`${backup.name}: ${SAID[condition]}${size}.`, ...problemsIn(found, backup.name), ...unnoted].join('\n  '));
  }
  // A backup may be removed while others are read.
  return {
    ...result,
    sound: result.sound.filter(isKept),
    partial: result.partial.filter(isKept),
    damaged: result.damaged.filter(isKept),
  };
}

/** What the last verification of each kept backup found; without those that were never verified. `logs`: as to verify them. */
export function lastVerified(folders: BackupFolders, logs: string[]): Verified {
  const damaged = damagedManifests(folders).map(({ name }) => name);
  const result: Verified = { sound: [], partial: [], damaged, archive: archiveFaults(folders, logs) };
  for (const backup of listBackups(folders)) {
    const last = lastVerification(folders, backup);
    if (last) result[conditionOf(last)].push(backup.name);
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
