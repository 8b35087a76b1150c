import path from 'node:path';
import { noteLog } from './damaged-log';
import type { BackupFolders } from './folders';
import type { Ancestor } from './log-places';
import type { Manifest } from './manifest';
import { type LogDamage, reachOf } from './reach';
import { noteVerification, type Verification } from './verification';
import { clusterFaults, othersFaults } from './verify-files';
import { neededLogFaults, type Segments } from './verify-log';

/** What a verification found. */
export interface Found extends Verification {
  /** Where the log after the backup is damaged or cut. */
  log: LogDamage | undefined;
  /** Where the log ends within an ancestor of the timeline. */
  branch: Ancestor | undefined;
  /** Why this could not be noted beside the backup. */
  unnoted: string | undefined;
}

/**
 * Reads every file of a base backup, and the log that continues it along a timeline; by default its own. Notes what it found beside the
 * backup and the log.
 */
export async function verifyBackup(
  folders: BackupFolders,
  backup: Manifest,
  timeline = backup.timeline,
  segments: Segments = new Map(),
): Promise<Found> {
  const found = await read(folders, backup, timeline, segments).catch((error: Error) =>
    unreadable(`it cannot be read: ${error.message}`),
  );
  const ofLog = new Map<string, string | undefined>();
  for (const [name, fault] of segments) ofLog.set(name, await fault);
  const { damaged, unnoted } = await noteLog(folders, ofLog);
  const unnotedToo = await noteVerification(folders, backup, found);
  const reach = found.faults.length > 0 ? undefined : reachOf(folders, backup, timeline, damaged);
  return { ...found, log: reach?.damage, branch: reach?.branch, unnoted: unnotedToo ?? unnoted };
}

const unreadable = (fault: string): Verification => ({
  at: new Date().toISOString(),
  faults: [fault],
  warnings: [],
  damagedOthers: [],
});

async function read(
  folders: BackupFolders,
  backup: Manifest,
  timeline: number,
  segments: Segments,
): Promise<Verification> {
  const root = path.join(folders.base, backup.name);
  const [cluster, others, ofLog] = [
    await clusterFaults(root, backup),
    await othersFaults(root, backup),
    await neededLogFaults(folders, backup, timeline, segments),
  ];
  return {
    at: new Date().toISOString(),
    faults: [...cluster.faults, ...ofLog],
    warnings: [...cluster.warnings, ...others.map(({ fault }) => fault)],
    damagedOthers: [...cluster.damagedOthers, ...others.map(({ name }) => name)],
  };
}
