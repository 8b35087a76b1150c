import { type FileHandle, lchown, lstat, mkdir, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { flush, unlessMissing } from '../../common/files';
import type { Owner } from '../postgres/owner';

const WORKERS = 8;
const CHUNK_BYTES = 1024 * 1024;

/** How much was copied. */
export interface CopyResult {
  files: number;
  bytes: number;
}

interface CopyOptions {
  /** Whether to exclude a file or folder, by its path relative to the source folder. */
  isExcluded?: (name: string) => boolean;
  /** The owner of the copies; by default this process's user. */
  owner?: Owner | undefined;
  /** False if somebody else flushes the copies to the disk. */
  isFlushed?: boolean;
}

/**
 * Copies a folder to one that does not exist yet, and by default returns once everything is on the disk. Files that
 * vanish meanwhile are skipped; files that change are copied as read.
 */
export async function copyFolder(
  from: string,
  to: string,
  { isExcluded, owner, isFlushed = true }: CopyOptions = {},
): Promise<CopyResult> {
  const { folders, files } = await contentOf(from, isExcluded ?? (() => false));
  for (const name of folders) {
    await mkdir(path.join(to, name), { recursive: true, mode: 0o700 });
    if (owner) await lchown(path.join(to, name), owner.uid, owner.gid);
  }
  const sizes: number[] = [];
  const rest = files.values();
  const work = async () => {
    for (const name of rest) {
      const size = await copyFile(path.join(from, name), path.join(to, name), { owner, isFlushed });
      if (size !== undefined) sizes.push(size);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  for (const name of isFlushed ? folders : []) await flush(path.join(to, name));
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Copies one file, by default flushed to the disk. Returns its size in bytes, or undefined if it has vanished. */
export async function copyFile(
  from: string,
  to: string,
  { owner, isFlushed = true }: Omit<CopyOptions, 'isExcluded'> = {},
): Promise<number | undefined> {
  const source = await unlessMissing(open(from, 'r'));
  if (!source) return undefined;
  const target = await open(to, 'w', 0o600).catch(async (error) => {
    await source.close();
    throw error;
  });
  try {
    const bytes = await pour(source, target);
    if (owner) await target.chown(owner.uid, owner.gid);
    if (isFlushed) await target.sync();
    return bytes;
  } finally {
    await source.close();
    await target.close();
  }
}

async function pour(source: FileHandle, target: FileHandle): Promise<number> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let bytes = 0; ; ) {
    const { bytesRead } = await source.read(buffer, 0, CHUNK_BYTES, null);
    if (bytesRead === 0) return bytes;
    await target.writeFile(buffer.subarray(0, bytesRead));
    bytes += bytesRead;
  }
}

async function contentOf(from: string, isExcluded: (name: string) => boolean) {
  const content = { folders: ['.'], files: [] as string[] };
  await stat(from);
  for (const folder of content.folders) {
    for (const name of (await unlessMissing(readdir(path.join(from, folder)))) ?? []) {
      const inner = path.join(folder, name);
      if (isExcluded(inner)) continue;
      const kind = await lstat(path.join(from, inner)).catch(() => undefined);
      if (kind?.isDirectory()) content.folders.push(inner);
      else if (kind?.isFile()) content.files.push(inner);
    }
  }
  return content;
}
