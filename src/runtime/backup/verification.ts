import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { replaceSharedFile } from '../../common/files';
import type { BackupFolders } from './folders';
import type { Manifest } from './manifest';
import { reachOf } from './reach';

/** The file with the result of the last verification of a backup. */
const RESULT = 'verification.json';

/** What a verification found in a backup and in the log that it needs itself. The log after it is noted apart: `damaged-log.ts`. */
export interface Verification {
  /** ISO 8601 in UTC. */
  at: string;
  /** Each names a file and what is wrong with it; nothing can be restored from the backup if there are any. */
  faults: string[];
  /** What a restore of the database does not depend on: uploaded files, files that are not of the backup, and pages that the log may repeat. */
  warnings: string[];
  /** The files that a restore must leave out, with paths relative to the backup. */
  damagedOthers: string[];
}

/** What can be said of a backup. */
export type Condition = 'sound' | 'partial' | 'damaged';

/** What a verification found, in a word. `log`: where the log after the backup is damaged. */
export function conditionOf({ faults, warnings }: Verification, log: unknown): Condition {
  if (faults.length > 0) return 'damaged';
  return warnings.length > 0 || log !== undefined ? 'partial' : 'sound';
}

/** The result of the last verification of a backup; undefined if there was none. */
export function lastVerification({ base }: BackupFolders, { name }: Pick<Manifest, 'name'>): Verification | undefined {
  try {
    return JSON.parse(readFileSync(path.join(base, name, RESULT), 'utf8')) as Verification;
  } catch {
    return undefined;
  }
}

/**
 * When a backup was last verified, and what can be said of it since, if it is restored along a timeline: of the log, damage that the
 * verification of any backup found counts. Undefined if it was never verified.
 */
export function lastCondition(
  folders: BackupFolders,
  backup: Manifest,
  timeline: number,
): { at: string; condition: Condition } | undefined {
  const last = lastVerification(folders, backup);
  if (!last) return undefined;
  const { end, damage } = reachOf(folders, backup, timeline);
  return { at: last.at, condition: end ? conditionOf(last, damage) : 'damaged' };
}

/** Whether a backup was verified, and the database could be restored from it then. */
export const wasSound = (folders: BackupFolders, backup: Manifest): boolean =>
  lastVerification(folders, backup)?.faults.length === 0;

/** Notes the result beside the backup. @returns why that was impossible */
export async function noteVerification(
  { base }: BackupFolders,
  { name }: Pick<Manifest, 'name'>,
  verification: Verification,
): Promise<string | undefined> {
  const root = path.join(base, name);
  try {
    // Another process may have removed the backup meanwhile.
    if (existsSync(root))
      await replaceSharedFile(path.join(root, RESULT), `${JSON.stringify(verification, null, 2)}\n`);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
