import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readPrivateJson, writePrivateJson } from '../private-files';

const schema = z.object({
  /** The end of the newest backup that is whole. */
  lastBackupAt: z.iso.datetime({ offset: true }).optional(),
  /** When PostgreSQL last brought a segment of its log to the archive. */
  lastArchivedAt: z.iso.datetime({ offset: true }).optional(),
  /** What is wrong now; absent when nothing is. */
  lastError: z.string().optional(),
});

/** What is known of the backups of a data folder, for those who watch the service. Times are ISO 8601. */
type BackupStatus = z.infer<typeof schema>;

/** What may be wrong, each until it is mended. */
type Fault = 'backup' | 'archive' | 'disk';

interface Kept extends BackupStatus {
  errors?: Partial<Record<Fault, string>>;
}

/** Below the data folder, wherever the backups lie. */
const fileOf = (dataDir: string): string => path.join(dataDir, 'backups', 'status.json');

/** The status as it was last written, by us or by another program; empty before the first backup. One that cannot be read is a fault. */
export function readStatus(dataDir: string): BackupStatus {
  try {
    return schema.parse(readPrivateJson<Kept>(fileOf(dataDir)));
  } catch {
    return { lastError: `${fileOf(dataDir)} cannot be read.` };
  }
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
