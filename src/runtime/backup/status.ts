import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readPrivateJson, writePrivateJson } from '../private-files';

/** What is known of the backups of a data folder, for those who watch the service. Times are ISO 8601 in UTC. */
export interface BackupStatus {
  /** The end of the newest backup that is whole. */
  lastBackupAt?: string;
  /** When PostgreSQL last brought a segment of its log to the archive. */
  lastArchivedAt?: string;
  /** What is wrong now; absent when nothing is. */
  lastError?: string;
}

/** What may be wrong, each until it is mended. */
type Fault = 'backup' | 'archive' | 'disk';

interface Kept extends BackupStatus {
  errors?: Partial<Record<Fault, string>>;
}

/** Below the data folder, wherever the backups lie. */
const fileOf = (dataDir: string): string => path.join(dataDir, 'backups', 'status.json');

/** The status as it was last written; empty before the first backup. */
export function readStatus(dataDir: string): BackupStatus {
  return readPrivateJson<Kept>(fileOf(dataDir));
}

/** Replaces the times that are given, and the faults that are named; one of undefined is mended. */
export function writeStatus(
  dataDir: string,
  { errors, ...times }: Omit<BackupStatus, 'lastError'> & { errors?: Partial<Record<Fault, string | undefined>> },
): void {
  const before = readPrivateJson<Kept>(fileOf(dataDir));
  const faults = Object.entries({ ...before.errors, ...errors }).filter(([, text]) => text !== undefined);
  const { lastError: _, errors: __, ...kept } = before;
  const wrong = { errors: Object.fromEntries(faults), lastError: faults.map(([, text]) => text).join(' ') };
  const after = { ...kept, ...times, ...(faults.length > 0 ? wrong : {}) };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  mkdirSync(path.dirname(fileOf(dataDir)), { recursive: true });
  writePrivateJson(fileOf(dataDir), after);
}
