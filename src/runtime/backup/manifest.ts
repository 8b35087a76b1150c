import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { checksumOf } from './backup-manifest';
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
  /** The SHA-256 of the list of its files besides the cluster (`OTHERS`). Backups of earlier versions list no files. */
  others: z.string().optional(),
});

/** The description of a base backup. */
export type Manifest = z.infer<typeof schema>;

export const MANIFEST = 'manifest.json';

/** The file with the list of the files besides the cluster. */
export const OTHERS = 'others.json';

/** The suffix of incomplete folders: being written or being deleted. */
export const DRAFT = '.draft';

/** The name of a backup that begins at a time in ISO 8601 and UTC: sorted, names are in the order of their times. */
export const backupName = (time: string): string => `${time.slice(0, 19).replaceAll(':', '-')}Z`;

/** The text of a manifest, which ends with a checksum of what is before. */
export function manifestText(manifest: Manifest): string {
  const text = JSON.stringify(manifest, null, 2);
  return `${JSON.stringify({ ...manifest, sha256: checksumOf(text) }, null, 2)}\n`;
}

/** Lists the complete base backups whose manifest is sound, the oldest first. */
export function listBackups(folders: BackupFolders): Manifest[] {
  return manifestsIn(folders)
    .flatMap(({ manifest }) => manifest ?? [])
    .sort((a, b) => Date.parse(a.endedAt) - Date.parse(b.endedAt));
}

/** What is wrong with the manifests of other base backups: nothing can be restored from them. */
export const damagedManifests = (folders: BackupFolders): { name: string; fault: string }[] =>
  manifestsIn(folders).flatMap(({ name, fault }) => (fault ? [{ name, fault }] : []));

function manifestsIn({ base }: BackupFolders): { name: string; manifest?: Manifest; fault?: string }[] {
  if (!existsSync(base)) return [];
  return readdirSync(base)
    .filter((name) => !name.endsWith(DRAFT))
    .map((name) => {
      if (!existsSync(path.join(base, name, MANIFEST))) return { name, fault: `${MANIFEST} is missing` };
      try {
        return { name, manifest: readManifest(path.join(base, name, MANIFEST)) };
      } catch (error) {
        return { name, fault: `${MANIFEST} is damaged: ${(error as Error).message.split('\n')[0]}` };
      }
    });
}

function readManifest(file: string): Manifest {
  const { sha256: checksum, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
  const manifest = schema.parse(rest);
  // Backups of earlier versions have no checksum.
  if (checksum !== undefined && checksumOf(JSON.stringify(rest, null, 2)) !== checksum)
    throw new Error('its checksum is wrong');
  return manifest;
}
