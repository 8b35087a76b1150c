import { createWriteStream } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UploadedFile } from '../shared/content-import';
import { refusal } from './refusal';

/** How large files may be, how many there may be, and how much of one comes with a request. */
export const LIMITS = { fileBytes: 512 << 20, jobBytes: 1024 << 20, files: 40, chunkBytes: 8 << 20, jobs: 20 };

/** Where a file of a job is kept: its number, and the ending that tells its format. */
export const fileIn = (folder: string, index: number, { name }: Pick<UploadedFile, 'name'>): string =>
  path.join(folder, `${index}${path.extname(name).toLowerCase()}`);

/** Refuses files that are too large or too many; a request of a page that does not know the limits. */
export function ensureRoom(files: { name: string; size: number }[]): void {
  const { fileBytes, jobBytes, files: most } = LIMITS;
  if (files.length > most) throw refusal('TOO_MANY_FILES', `at most ${most} files at a time`, { most });
  for (const { name, size } of files)
    if (size > fileBytes)
      throw refusal('TOO_LARGE', `${name} is larger than ${fileBytes >> 20} MB`, { name, mega: fileBytes >> 20 });
  if (files.reduce((sum, { size }) => sum + size, 0) > jobBytes)
    throw refusal('TOO_LARGE', `all files together are larger than ${jobBytes >> 20} MB`, {
      name: '',
      mega: jobBytes >> 20,
    });
}

/** Refuses to go on with files that have not come as a whole. */
export async function ensureReceived(folder: string, files: UploadedFile[]): Promise<void> {
  for (const [index, file] of files.entries()) {
    const has = (await stat(fileIn(folder, index, file)).catch(() => undefined))?.size;
    if (has !== file.size) throw refusal('NOT_RECEIVED', `${file.name} has not been received`, { name: file.name });
  }
}

/**
 * Appends a part of a file as it comes, at the place where the last one ended; answers how much there is by then. A part that
 * is cut off leaves nothing behind: it is sent again.
 */
export async function receive(from: Readable, file: string, at: number, size: number): Promise<number> {
  const most = Math.min(LIMITS.chunkBytes, size - at);
  const has = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (has > at) await truncate(file, at);
  if (has < at) throw refusal('WRONG_PLACE', `only ${has} bytes are there`, { received: has });
  let received = 0;
  const counted = async function* (parts: AsyncIterable<Buffer>) {
    for await (const part of parts) {
      received += part.length;
      if (received > most) throw refusal('TOO_LARGE', 'more than was announced', { name: '', mega: most >> 20 });
      yield part;
    }
  };
  try {
    await pipeline(from, counted, createWriteStream(file, { flags: at === 0 ? 'w' : 'a', mode: 0o600 }));
  } catch (error) {
    await truncate(file, at).catch(() => undefined);
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'].includes(code)) throw refusal('WRONG_PLACE', 'it was cut off');
    if (code === 'ENOSPC' || code === 'EDQUOT') throw refusal('NO_SPACE', 'no space is left on the server');
    throw error;
  }
  return at + received;
}
