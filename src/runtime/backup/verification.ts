import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { replaceFileDurably } from '../../common/files';
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
  /** The first damaged or missing segment of the later log, and when the one before it was archived. */
  log?: { fault: string; until: string };
  /** Why this could not be noted beside the backup. */
  unnoted?: string;
}

/** What can be said of a backup. */
export type Condition = 'sound' | 'partial' | 'damaged';

/** What a verification found, in a word. */
export const conditionOf = (found: Verification): Condition =>
  found.faults.length > 0 ? 'damaged' : problemsIn(found).length > 0 ? 'partial' : 'sound';

/** The same in lines of text; none if everything can be restored from the backup. */
export const problemsIn = ({ faults, warnings, log }: Verification): string[] => [
  ...faults,
  ...warnings,
  ...(log ? [`${log.fault}; only moments before it can be restored, to about ${log.until}`] : []),
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
  try {
    // Another process may have removed the backup meanwhile.
    if (existsSync(root))
      await replaceFileDurably(path.join(root, RESULT), `${JSON.stringify(verification, null, 2)}\n`);
  } catch (error) {
    verification.unnoted = (error as Error).message;
  }
}
