import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { flush, writeDurably } from '../../common/files';
import type { Placement } from '../postgres/placement';
import { StartError } from '../start-error';
import { checksumOf } from './backup-manifest';
import { CONTROL_FILE, isExcluded } from './cluster-files';
import { type CopiedFile, type CopyResult, copyFolder, type Inspect } from './copy';
import { damagedPages, firstPageOf } from './pages';
import { type BackupEnd, endBackup, hasPageChecksums } from './session';

/** How often a file being written is read until two reads agree. */
const READS = 100;

/** The most damaged files that an error names. */
const MAX_NAMED = 20;

interface ClusterCopy {
  copied: CopyResult;
  ended: Omit<BackupEnd, 'label' | 'tablespaces'>;
}

/**
 * Copies the cluster of a running server in backup mode, and adds what a server needs to start from the copy. Verifies the checksum of
 * every page.
 * @throws StartError that names the damaged files and pages of the database.
 */
export async function copyCluster(client: Client, { cluster }: Placement, target: string): Promise<ClusterCopy> {
  const damage = new Map<string, number[]>();
  const hasChecksums = await hasPageChecksums(client);
  const inspectorOf = (name: string): Inspect | undefined => {
    const firstPage = firstPageOf(name);
    if (!hasChecksums || firstPage === undefined) return undefined;
    return async (part, position, source) => {
      if ((damage.get(name)?.length ?? 0) > MAX_NAMED) return;
      const pages = await damagedPages(part, { position, firstPage, source });
      if (pages.length > 0) damage.set(name, [...(damage.get(name) ?? []), ...pages]);
    };
  };
  const { files, bytes } = await copyFolder(cluster, target, { isExcluded, inspectorOf });
  if (damage.size > 0) throw new StartError(describeDamage(cluster, damage));
  const control = await readWhole(path.join(cluster, CONTROL_FILE));
  const { label, tablespaces, ...ended } = await endBackup(client);
  const added: [string, string | Buffer][] = [
    [CONTROL_FILE, control],
    ['backup_label', label],
    ...(tablespaces ? [['tablespace_map', tablespaces] as [string, string]] : []),
  ];
  for (const [name, content] of added) await writeDurably(path.join(target, name), content);
  for (const folder of [path.dirname(CONTROL_FILE), '.']) await flush(path.join(target, folder));
  const all = [...files, ...added.map(([name, content]) => describeFile(name, content))];
  return {
    copied: { files: all, bytes: added.reduce((sum, [, content]) => sum + Buffer.byteLength(content), bytes) },
    ended,
  };
}

const describeFile = (name: string, content: string | Buffer): CopiedFile => ({
  name,
  bytes: Buffer.byteLength(content),
  checksum: checksumOf(content),
  modifiedAt: new Date(),
});

function describeDamage(cluster: string, damage: Map<string, number[]>): string {
  const files = [...damage].map(
    ([name, pages]) =>
      `${path.join(cluster, name)} (page ${pages.slice(0, 5).join(', ')}${pages.length > 5 ? ' and more' : ''})`,
  );
  const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
  return `The database is damaged, and no backup was made of it: ${files.slice(0, MAX_NAMED).join(', ')}${more}. The earlier backups are still there: docs/backups.md, "Damage".`;
}

/** Reads until two reads agree: PostgreSQL may be writing the file. */
async function readWhole(file: string): Promise<Buffer> {
  let before = await readFile(file);
  for (let read = 1; read < READS; read++) {
    const again = await readFile(file);
    if (again.equals(before)) return again;
    before = again;
  }
  throw new Error(`${file} keeps changing`);
}
