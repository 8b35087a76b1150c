import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { BACKUP_MANIFEST, backupManifestOf, checksumOf } from '../../src/runtime/backup/backup-manifest';
import type { BackupFolders } from '../../src/runtime/backup/folders';
import { SEGMENT_BYTES, segmentFile } from '../../src/runtime/backup/log-places';
import { MANIFEST, type Manifest, manifestText, OTHERS } from '../../src/runtime/backup/manifest';
import { type Verified, verifyBackups } from '../../src/runtime/backup/verify-all';

export const PAGE = 8192;
export const NAME = '2026-11-21T14-03-00Z';
/** Files of the backup, of more than a megabyte and of three pages. */
export const REVISIONS = 'base/5/16384';
export const BILLS = 'base/5/16385';

/** The name of a segment's file in the archive. */
export const archived = (segment: bigint, timeline = 1): string => `${segmentFile(timeline, segment)}.gz`;

let empty: Buffer | undefined;

/** A whole segment as it is archived; all have the same content. */
export function segmentBytes(): Buffer {
  empty ??= gzipSync(Buffer.alloc(Number(SEGMENT_BYTES)), { level: 1 });
  return empty;
}

/** Gives each test folders of its own, with the second segment of the log and a backup that needs it. */
export function testBackups(): {
  folders: BackupFolders;
  of(...names: string[]): string;
  log(segment: bigint, timeline?: number): string;
} {
  const folders: BackupFolders = { root: '', base: '', wal: '' };
  const log = (segment: bigint, timeline?: number) => path.join(folders.wal, archived(segment, timeline));
  beforeEach(async () => {
    const root = await mkdtemp(path.join(os.tmpdir(), 'rostra-verify-'));
    Object.assign(folders, { root, base: path.join(root, 'base'), wal: path.join(root, 'wal') });
    await mkdir(folders.wal);
    await writeFile(log(2n), segmentBytes());
    await writeBackup(folders);
  });
  afterEach(() => rm(folders.root, { recursive: true }));
  return { folders, of: (...names) => path.join(folders.base, NAME, ...names), log };
}

/** Writes a backup as `makeBackup` does, with few files. By default it needs the second segment of the log only. */
export async function writeBackup(folders: BackupFolders, { name = NAME, stopLsn = '0/2000120' } = {}): Promise<void> {
  const cluster = { [REVISIONS]: PAGE * 130, [BILLS]: PAGE * 3, 'global/pg_control': PAGE, PG_VERSION: 3 };
  const files = Object.entries(cluster).map(([file, bytes]) => ({ name: file, content: Buffer.alloc(bytes, file) }));
  const others = [{ name: 'data/secrets.json', content: Buffer.from('{"APP_KEYS":"a,b"}') }];
  const listed = ({ name: file, content }: (typeof files)[number]) => ({
    name: file,
    bytes: content.length,
    checksum: checksumOf(content),
  });
  const write = async (file: string, content: string | Buffer) => {
    const target = path.join(folders.base, name, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
  };
  for (const { name: file, content } of files) await write(path.join('cluster', file), content);
  for (const { name: file, content } of others) await write(file, content);
  const list = JSON.stringify(others.map(listed));
  await write(OTHERS, list);
  const begunAt = `${name.slice(0, 13)}:${name.slice(14, 16)}:00.000Z`;
  const manifest: Manifest = {
    name,
    begunAt,
    endedAt: begunAt.replace(':00.000Z', ':01.000Z'),
    startLsn: '0/2000028',
    stopLsn,
    startSegment: segmentFile(1, 2n),
    timeline: 1,
    systemIdentifier: '7612345678901234567',
    postgresMajor: 18,
    rostraVersion: '0.1.0',
    files: files.length,
    bytes: files.reduce((sum, { content }) => sum + content.length, 0),
    others: checksumOf(list),
  };
  const ofCluster = files.map((file) => ({ ...listed(file), modifiedAt: new Date(0) }));
  await write(path.join('cluster', BACKUP_MANIFEST), backupManifestOf(ofCluster, manifest));
  await write(MANIFEST, manifestText(manifest));
}

/** Overwrites a part of a file. */
export async function overwrite(file: string, at: number, bytes = 100): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(bytes, 0xa5), 0, bytes, at);
  await handle.close();
}

/** Verifies all backups; also returns what is reported. */
export async function verified(folders: BackupFolders): Promise<{ lines: string[] } & Verified> {
  const lines: string[] = [];
  return { lines, ...(await verifyBackups(folders, { logs: [], report: (line) => lines.push(line) })) };
}
