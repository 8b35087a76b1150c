import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { flush, writeDurably } from '../../common/files';
import type { BackupFolders } from './folders';
import type { Manifest } from './manifest';

/** The file with the result of the last verification of a backup. */
const RESULT = 'verification.json';

/** What a verification found. */
export interface Verification {
  /** ISO 8601 in UTC. */
  at: string;
  /** Each names a file and what is wrong with it; nothing can be restored from the backup if there are any. */
  faults: string[];
  /** What a restore of the database does not depend on: uploaded files, and pages that the log may repeat. */
  warnings: string[];
  /** The files that a restore must leave out, with paths relative to the backup. */
  damagedOthers: string[];
  /** Where the later log is damaged or cut. */
  log?: LogDamage;
  /** The same by timeline, from the last verification along each: after a restore, the log before it still leads to moments. */
  logs?: Record<number, LogDamage>;
  /** Why this could not be noted beside the backup. */
  unnoted?: string;
}

/** The first damaged or missing segment of the log after a backup. */
export interface LogDamage {
  fault: string;
  /** Its name, without suffix. */
  segment: string;
  /** The timeline of the segment before it, with which the sound log ends. */
  timeline: number;
  /** When that one was archived, in ISO 8601: nothing in the sound log was written later. */
  until: string;
}

/** What can be said of a backup. */
export type Condition = 'sound' | 'partial' | 'damaged';

/** What a verification found, in a word. */
export const conditionOf = ({ faults, warnings, log }: Verification): Condition =>
  faults.length > 0 ? 'damaged' : warnings.length > 0 || log ? 'partial' : 'sound';

/** The same of a backup in lines of text; none if everything can be restored from it. */
export const problemsIn = ({ faults, warnings, log }: Verification, backup: string): string[] => [
  ...faults,
  ...warnings,
  ...(log
    ? [
        `${log.fault}; only moments before it can be restored. Everything before it:`,
        `  npm run restore -- --to ${log.until} --up-to-damage --backup ${backup}`,
      ]
    : []),
];

/** The result of the last verification of a backup; undefined if there was none. */
export function lastVerification({ base }: BackupFolders, { name }: Pick<Manifest, 'name'>): Verification | undefined {
  try {
    return JSON.parse(readFileSync(path.join(base, name, RESULT), 'utf8')) as Verification;
  } catch {
    return undefined;
  }
}

/** Whether a backup was verified, and the database could be restored from it then. */
export const wasSound = (folders: BackupFolders, backup: Manifest): boolean =>
  lastVerification(folders, backup)?.faults.length === 0;

/** Notes the result beside the backup, or in it why that was impossible. */
export async function noteVerification(
  { base }: BackupFolders,
  { name }: Pick<Manifest, 'name'>,
  verification: Verification,
): Promise<void> {
  const root = path.join(base, name);
  // Verifications may run at once: each writes a draft of its own, and the last one to end counts.
  const draft = path.join(root, `${RESULT}.${randomUUID().slice(0, 8)}.draft`);
  try {
    // Another process may have removed the backup meanwhile.
    if (!existsSync(root)) return;
    await writeDurably(draft, `${JSON.stringify(verification, null, 2)}\n`);
    await rename(draft, path.join(root, RESULT));
    await flush(root);
  } catch (error) {
    verification.unnoted = (error as Error).message;
  }
}
