import { existsSync } from 'node:fs';
import path from 'node:path';
import type { BackupFolders } from './folders';
import { damagedManifests, listBackups, type Manifest } from './manifest';
import { archiveFaults } from './timelines';
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
  /** The timeline along which a backup is restored. */
  timelineOf?(backup: Manifest): number;
  report(line: string): void;
}

/** Verifies all backups that are kept, and reports each with what is wrong with it. */
export async function verifyBackups(
  folders: BackupFolders,
  { timelineOf = ({ timeline }) => timeline, report }: VerifyOptions,
): Promise<Verified> {
  const result: Verified = { sound: [], partial: [], damaged: [], archive: archiveFaults(folders) };
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

/** What the last verification of each kept backup found; without those that were never verified. */
export function lastVerified(folders: BackupFolders): Verified {
  const damaged = damagedManifests(folders).map(({ name }) => name);
  const result: Verified = { sound: [], partial: [], damaged, archive: archiveFaults(folders) };
  for (const backup of listBackups(folders)) {
    const last = lastVerification(folders, backup);
    if (last) result[conditionOf(last)].push(backup.name);
  }
  return result;
}

/** Names damaged backups; undefined if there are none. */
export function describeDamage({ damaged, partial, archive }: Verified): string | undefined {
  if (damaged.length + partial.length + archive.length === 0) return undefined;
  const all = damaged.length > 0 ? [`Damaged backups: ${damaged.join(', ')}.`] : [];
  const some = partial.length > 0 ? [`Backups damaged in part: ${partial.join(', ')}.`] : [];
  return [...all, ...some, ...archive.map((fault) => `${fault}.`)].join(' ');
}
