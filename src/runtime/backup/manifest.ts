import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { StartError } from '../start-error';
import type { BackupFolders } from './folders';

const schema = z.object({
  /** Also the name of its folder. */
  name: z.string(),
  /** ISO 8601 in UTC, by the database's clock. From the end on any moment can be restored. */
  begunAt: z.string(),
  endedAt: z.string(),
  /** Places in PostgreSQL's log. */
  startLsn: z.string(),
  stopLsn: z.string(),
  /** The segment of the log that a restore begins with. */
  startSegment: z.string(),
  timeline: z.number().int(),
  systemIdentifier: z.string(),
  postgresMajor: z.number().int(),
  rostraVersion: z.string(),
  /** Of the copy of the cluster. */
  files: z.number().int(),
  bytes: z.number().int(),
});

/** What a base backup tells of itself. */
export type Manifest = z.infer<typeof schema>;

export const MANIFEST = 'manifest.json';

/** Folders that end so do not count: they are not whole yet, or not any more. */
export const DRAFT = '.draft';

/** The base backups that are whole, the oldest first. */
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
