import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readPrivateJson, writePrivateJson } from '../private-files';

const schema = z.object({
  /** The end of the newest complete backup. */
  lastBackupAt: z.iso.datetime({ offset: true }).optional(),
  /** When PostgreSQL last archived a segment of its log. */
  lastArchivedAt: z.iso.datetime({ offset: true }).optional(),
  /** When all kept backups were last verified. */
  lastVerifiedAt: z.iso.datetime({ offset: true }).optional(),
  /** The current problem; absent if there is none. */
  lastError: z.string().optional(),
});

/** The state of a data folder's backups, for monitoring. Times are ISO 8601. */
type BackupStatus = z.infer<typeof schema>;

/** Kinds of problems, each reported until resolved. */
type FailedPart = 'backup' | 'archive' | 'disk' | 'verification';

interface StoredStatus extends BackupStatus {
  errors?: Partial<Record<FailedPart, string>>;
}

/** Always in the data folder, wherever the backups are. */
const fileOf = (dataDir: string): string => path.join(dataDir, 'backups', 'status.json');

/**
 * Reads the last status, written by this or another process; empty before the first backup. An unreadable one is
 * reported as an error.
 */
export function readStatus(dataDir: string): BackupStatus {
  try {
    return schema.parse(readPrivateJson<StoredStatus>(fileOf(dataDir)));
  } catch {
    return { lastError: `${fileOf(dataDir)} cannot be read.` };
  }
}

/** Updates the given times and problems; a problem set to undefined is resolved. */
export function writeStatus(
  dataDir: string,
  { errors, ...times }: Omit<BackupStatus, 'lastError'> & { errors?: Partial<Record<FailedPart, string | undefined>> },
): void {
  const before = readPrivateJson<StoredStatus>(fileOf(dataDir));
  const faults = Object.entries({ ...before.errors, ...errors }).filter(([, text]) => text !== undefined);
  const { lastError: _, errors: __, ...unchanged } = before;
  const current = { errors: Object.fromEntries(faults), lastError: faults.map(([, text]) => text).join(' ') };
  const after = { ...unchanged, ...times, ...(faults.length > 0 ? current : {}) };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  mkdirSync(path.dirname(fileOf(dataDir)), { recursive: true });
  writePrivateJson(fileOf(dataDir), after);
}
