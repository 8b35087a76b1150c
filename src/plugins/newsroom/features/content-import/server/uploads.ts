import { createWriteStream } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UploadedFile } from '../shared/content-import';
import { refusal } from './refusal';

/** Limits of uploads. `chunkBytes` is the most that one request carries, `jobs` the most that wait at a time. */
export const LIMITS = { fileBytes: 512 << 20, jobBytes: 1024 << 20, files: 40, chunkBytes: 8 << 20, jobs: 20 };

/** Where a job's file is stored: named by its index, with the ending that determines its format, and that of gzip. */
export const uploadPath = (folder: string, index: number, { name }: Pick<UploadedFile, 'name'>): string =>
  path.join(folder, `${index}${(/(\.[^.]*)?(\.gz)?$/i.exec(name)?.[0] ?? '').toLowerCase()}`);

/** Errors: TOO_LARGE, TOO_MANY_FILES. The page checks the limits first, so only other clients see them. */
export function ensureWithinLimits(files: { name: string; size: number }[]): void {
  const { fileBytes, jobBytes, files: maxFiles } = LIMITS;
  if (files.length > maxFiles)
    throw refusal('TOO_MANY_FILES', `at most ${maxFiles} files at a time`, { most: maxFiles });
  for (const { name, size } of files)
    if (size > fileBytes)
      throw refusal('TOO_LARGE', `${name} is larger than ${fileBytes >> 20} MB`, { name, mega: fileBytes >> 20 });
  if (files.reduce((sum, { size }) => sum + size, 0) > jobBytes)
    throw refusal('TOO_LARGE', `the files together are larger than ${jobBytes >> 20} MB`, {
      name: '',
      mega: jobBytes >> 20,
    });
}

/** Errors: NOT_RECEIVED for a file that is incomplete. */
export async function ensureReceived(folder: string, files: UploadedFile[]): Promise<void> {
  for (const [index, file] of files.entries()) {
    const size = (await stat(uploadPath(folder, index, file)).catch(() => undefined))?.size;
    if (size !== file.size) throw refusal('NOT_RECEIVED', `${file.name} is incomplete`, { name: file.name });
  }
}

/**
 * Streams a chunk into a file at offset `at`, where the last chunk ended, and returns the file's new size in bytes. An
 * interrupted chunk is removed, so that the page can send it again. Errors: WRONG_PLACE, TOO_LARGE, NO_SPACE.
 */
export async function receive(from: Readable, file: string, at: number, size: number): Promise<number> {
  const limit = Math.min(LIMITS.chunkBytes, size - at);
  const present = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (present > at) await truncate(file, at);
  if (present < at) throw refusal('WRONG_PLACE', `the file has only ${present} bytes so far`, { received: present });
  let received = 0;
  const count = async function* (buffers: AsyncIterable<Buffer>) {
    for await (const buffer of buffers) {
      received += buffer.length;
      if (received > limit)
        throw refusal('TOO_LARGE', 'the body is larger than announced', { name: '', mega: limit >> 20 });
      yield buffer;
    }
  };
  try {
    await pipeline(from, count, createWriteStream(file, { flags: at === 0 ? 'w' : 'a', mode: 0o600 }));
  } catch (error) {
    await truncate(file, at).catch(() => undefined);
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'].includes(code))
      throw refusal('WRONG_PLACE', 'the upload was interrupted');
    if (code === 'ENOSPC' || code === 'EDQUOT') throw refusal('NO_SPACE', 'the server has no space left');
    throw error;
  }
  return at + received;
}
