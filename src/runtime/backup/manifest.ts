import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { StartError } from '../start-error';
import type { BackupFolders } from './folders';

const schema = z.object({
  /** Also the name of the backup's folder. */
  name: z.string(),
  /** ISO 8601 in UTC, by the database's clock. Any moment after the end can be restored. */
  begunAt: z.string(),
  endedAt: z.string(),
  /** Positions in PostgreSQL's log. */
  startLsn: z.string(),
  stopLsn: z.string(),
  /** The first segment that a restore needs. */
  startSegment: z.string(),
  timeline: z.number().int(),
  systemIdentifier: z.string(),
  postgresMajor: z.number().int(),
  rostraVersion: z.string(),
  /** Number and total size of the cluster's files. */
  files: z.number().int(),
  bytes: z.number().int(),
});

/** The description of a base backup. */
export type Manifest = z.infer<typeof schema>;

export const MANIFEST = 'manifest.json';

/** The suffix of incomplete folders: being written or being deleted. */
export const DRAFT = '.draft';

/** Lists the complete base backups, the oldest first. */
export function listBackups({ base }: BackupFolders): Manifest[] {
  if (!existsSync(base)) return [];
  return readdirSync(base)
    .filter((name) => !name.endsWith(DRAFT) && existsSync(path.join(base, name, MANIFEST)))
    .map((name) => readManifest(path.join(base, name, MANIFEST)))
    .sort((a, b) => Date.parse(a.endedAt) - Date.parse(b.endedAt));
}

function readManifest(file: string): Manifest {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new StartError(`${file} is damaged: ${String(error)}`);
  }
}
