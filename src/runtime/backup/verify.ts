import path from 'node:path';
import type { BackupFolders } from './folders';
import type { Manifest } from './manifest';
import { lastVerification, noteVerification, type Verification } from './verification';
import { clusterFaults, othersFaults } from './verify-files';
import { logFaults, type Segments } from './verify-log';

/**
 * Reads every file of a base backup, and the log that continues it along a timeline; by default its own. Notes the result beside the
 * backup.
 */
export async function verifyBackup(
  folders: BackupFolders,
  backup: Manifest,
  timeline = backup.timeline,
  segments: Segments = new Map(),
): Promise<Verification> {
  const verification = await read(folders, backup, timeline, segments).catch((error: Error) =>
    unreadable(`it cannot be read: ${error.message}`),
  );
  const { [timeline]: _, ...others } = lastVerification(folders, backup)?.logs ?? {};
  verification.logs = { ...others, ...(verification.log && { [timeline]: verification.log }) };
  await noteVerification(folders, backup, verification);
  return verification;
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
    await logFaults(folders, backup, timeline, segments),
  ];
  return {
    at: new Date().toISOString(),
    faults: [...cluster.faults, ...ofLog.faults],
    warnings: [...cluster.warnings, ...others.map(({ fault }) => fault)],
    damagedOthers: others.map(({ name }) => name),
    ...(ofLog.log && { log: ofLog.log }),
  };
}
