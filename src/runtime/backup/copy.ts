import { createHash } from 'node:crypto';
import { type FileHandle, lchown, lstat, mkdir, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { flush, unlessMissing } from '../../common/files';
import type { Owner } from '../postgres/owner';
import { PAGE_BYTES, PAUSE_MS, READS } from './pages';

const WORKERS = 8;
const CHUNK_BYTES = 1024 * 1024;

/** A file that was copied. */
export interface CopiedFile {
  /** Its path relative to the folder. */
  name: string;
  bytes: number;
  /** SHA-256 of the copy, in hexadecimal digits. */
  checksum: string;
  /** When the source was last written. */
  modifiedAt: Date;
}

/** What was copied. */
export interface CopyResult {
  files: CopiedFile[];
  bytes: number;
}

/** Looks at a part of a file before it is copied, and may change it. `position` is where the part begins. */
export type Inspect = (part: Buffer, position: number, source: FileHandle) => Promise<void>;

interface CopyOptions {
  /** Whether to exclude a file or folder, by its path relative to the source folder. */
  isExcluded?: (name: string) => boolean;
  /** The owner of the copies; by default this process's user. */
  owner?: Owner | undefined;
  /** False if somebody else flushes the copies to the disk. */
  isFlushed?: boolean;
  /** Returns what inspects a file, by its path relative to the source folder. Parts have at most a megabyte. */
  inspectorOf?: (name: string) => Inspect | undefined;
}

/**
 * Copies a folder to one that does not exist yet, and by default returns once everything is on the disk. Files that
 * vanish meanwhile are skipped; files that change are copied as read.
 */
export async function copyFolder(
  from: string,
  to: string,
  { isExcluded, owner, isFlushed = true, inspectorOf }: CopyOptions = {},
): Promise<CopyResult> {
  const { folders, files } = await contentOf(from, isExcluded ?? (() => false));
  for (const name of folders) {
    await mkdir(path.join(to, name), { recursive: true, mode: 0o700 });
    if (owner) await lchown(path.join(to, name), owner.uid, owner.gid);
  }
  const copies: CopiedFile[] = [];
  const rest = files.values();
  const work = async () => {
    for (const name of rest) {
      const options = { owner, isFlushed, inspect: inspectorOf?.(name) };
      const copied = await copyFile(path.join(from, name), path.join(to, name), options);
      if (copied) copies.push({ name, ...copied });
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  for (const name of isFlushed ? folders : []) await flush(path.join(to, name));
  return { files: copies, bytes: copies.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Copies one file, by default flushed to the disk. Returns what was copied, or undefined if the file has vanished. */
export async function copyFile(
  from: string,
  to: string,
  {
    owner,
    isFlushed = true,
    inspect,
  }: Pick<CopyOptions, 'owner' | 'isFlushed'> & { inspect?: Inspect | undefined } = {},
): Promise<Omit<CopiedFile, 'name'> | undefined> {
  const source = await unlessMissing(open(from, 'r'));
  if (!source) return undefined;
  const target = await open(to, 'w', 0o600).catch(async (error) => {
    await source.close();
    throw error;
  });
  try {
    const { mtime: modifiedAt, size } = await source.stat();
    const poured = await pour(source, target, { size, inspect });
    if (owner) await target.chown(owner.uid, owner.gid);
    if (isFlushed) await target.sync();
    return { ...poured, modifiedAt };
  } catch (error) {
    throw new Error(`${from} cannot be copied: ${(error as Error).message}`, { cause: error });
  } finally {
    await source.close();
    await target.close();
  }
}

async function pour(
  source: FileHandle,
  target: FileHandle,
  { size, inspect }: { size: number; inspect: Inspect | undefined },
) {
  // Of a backup's thousands of files nearly all are small. One page more than the file has: for what is less than a page.
  const pages = Math.min(CHUNK_BYTES / PAGE_BYTES, Math.floor(size / PAGE_BYTES) + 1);
  let buffer = Buffer.allocUnsafe(pages * PAGE_BYTES);
  const hash = createHash('sha256');
  for (let bytes = 0; ; ) {
    const bytesRead = inspect
      ? await readPages(source, buffer, bytes)
      : (await source.read(buffer, 0, buffer.length, bytes)).bytesRead;
    if (bytesRead === 0) return { bytes, checksum: hash.digest('hex') };
    const part = buffer.subarray(0, bytesRead);
    await inspect?.(part, bytes, source);
    hash.update(part);
    await target.writeFile(part);
    bytes += bytesRead;
    // It grows while it is copied.
    if (bytes > size && buffer.length < CHUNK_BYTES) buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  }
}

/**
 * Reads whole pages: while PostgreSQL appends one, a reader may see half of it. At the end of a file that was cut, what is left.
 * @returns how many bytes were read, at most the buffer's; 0 at the end of the file.
 */
export async function readPages(source: FileHandle, buffer: Buffer, position: number): Promise<number> {
  for (let reads = 1; ; reads += 1) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length, position);
    const whole = bytesRead - (bytesRead % PAGE_BYTES);
    if (whole > 0 || bytesRead === 0) return whole;
    if (reads === READS) return bytesRead;
    await pause(PAUSE_MS);
  }
}

/** The names of a folder's files and of its folders at any depth, itself included, relative to it. */
export async function contentOf(from: string, isExcluded: (name: string) => boolean) {
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
