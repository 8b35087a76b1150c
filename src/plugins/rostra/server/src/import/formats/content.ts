import { randomUUID } from 'node:crypto';
import { close, createReadStream, open as openFd, read as readFd, write as writeFd } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { SourceError } from './source-error';

/** Bytes that can be read again and again. */
export interface Content {
  size: number;
  /** From the beginning to the end. */
  stream(): Readable;
  /** So many at a position, or fewer where it ends. */
  at(position: number, length: number): Promise<Buffer>;
}

/** How much is read at a time. */
const CHUNK = { highWaterMark: 1 << 18 };

/** The content of a file. */
export async function contentOf(file: string): Promise<Content> {
  const { size } = await stat(file);
  return {
    size,
    stream: () => createReadStream(file, CHUNK),
    at: async (position, length) => {
      const handle = await open(file);
      try {
        const buffer = Buffer.alloc(roomFor(position, length, size));
        return buffer.subarray(0, (await handle.read(buffer, 0, buffer.length, position)).bytesRead);
      } finally {
        await handle.close();
      }
    },
  };
}

/**
 * Keeps what can be read only once: in a file that has no name any more, so that nobody else reads it, and that is gone
 * with the process however it ends. Errors: SourceError where there is no space for it.
 */
export async function spool(from: AsyncIterable<string | Uint8Array>): Promise<Content> {
  const file = path.join(os.tmpdir(), `rostra-${randomUUID()}`);
  const fd = await promisify(openFd)(file, 'wx+', 0o600);
  await rm(file);
  let size = 0;
  try {
    for await (const part of from) size += await written(fd, Buffer.from(part));
  } catch (error) {
    await promisify(close)(fd);
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
    throw new SourceError(`No space is left in ${os.tmpdir()}; TMPDIR names another folder for temporary files.`);
  }
  const at = async (position: number, length: number) => {
    const buffer = Buffer.alloc(roomFor(position, length, size));
    return buffer.subarray(0, (await promisify(readFd)(fd, buffer, 0, buffer.length, position)).bytesRead);
  };
  return { size, stream: () => Readable.from(pieces(size, at), { objectMode: false }), at };
}

/** A stream of the descriptor itself would close it at its end. */
async function* pieces(size: number, at: Content['at']): AsyncIterable<Buffer> {
  for (let position = 0; position < size; position += CHUNK.highWaterMark) yield at(position, CHUNK.highWaterMark);
}

const roomFor = (position: number, length: number, size: number): number =>
  Math.max(0, Math.min(length, size - position));

async function written(fd: number, bytes: Buffer): Promise<number> {
  for (let done = 0; done < bytes.length; )
    done += (await promisify(writeFd)(fd, bytes, done, bytes.length - done, null)).bytesWritten;
  return bytes.length;
}
