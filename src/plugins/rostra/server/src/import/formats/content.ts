import { randomUUID } from 'node:crypto';
import { close, createReadStream, open as openFd, read as readFd, write as writeFd } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { withHandle } from '../../../../../../common/files';
import { SourceError } from '../record';

/** Bytes that can be read several times. */
export interface Content {
  size: number;
  /** Reads all bytes. */
  stream(): Readable;
  /** Reads `length` bytes at a position; fewer at the end. */
  read(position: number, length: number): Promise<Buffer>;
}

/** Bytes per read. */
const CHUNK = { highWaterMark: 1 << 18 };

/** Opens a file as content. */
export async function contentOf(file: string): Promise<Content> {
  const { size } = await stat(file);
  return {
    size,
    stream: () => createReadStream(file, CHUNK),
    read: (position, length) =>
      withHandle(file, 'r', async (handle) => {
        const buffer = Buffer.alloc(clampLength(position, length, size));
        return buffer.subarray(0, (await handle.read(buffer, 0, buffer.length, position)).bytesRead);
      }),
  };
}

/**
 * Writes a stream to a temporary file, so that it can be read several times. The file is unlinked at once: nobody else can
 * read it, and it disappears with the process. Errors: SourceError if there is no space.
 */
export async function toTemporaryFile(stream: AsyncIterable<string | Uint8Array>): Promise<Content> {
  const file = path.join(os.tmpdir(), `rostra-${randomUUID()}`);
  const fd = await promisify(openFd)(file, 'wx+', 0o600);
  await rm(file);
  let size = 0;
  try {
    for await (const part of stream) size += await writeAll(fd, Buffer.from(part));
  } catch (error) {
    await promisify(close)(fd);
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
    throw new SourceError(`No space is left in ${os.tmpdir()}; set TMPDIR to another folder for temporary files.`);
  }
  const read = async (position: number, length: number) => {
    const buffer = Buffer.alloc(clampLength(position, length, size));
    return buffer.subarray(0, (await promisify(readFd)(fd, buffer, 0, buffer.length, position)).bytesRead);
  };
  return { size, stream: () => Readable.from(readChunks(size, read), { objectMode: false }), read };
}

/**
 * The content of a gzip file, in a temporary file; other content unchanged.
 * @param most how many bytes it may have
 * Errors: SourceError if it is damaged or has more.
 */
export async function unzipped(content: Content, label: string, most = Number.POSITIVE_INFINITY): Promise<Content> {
  if (!(await content.read(0, 2)).equals(GZIP)) return content;
  const limited = async function* (parts: AsyncIterable<Buffer>) {
    let size = 0;
    for await (const part of parts) {
      size += part.length;
      if (size > most) throw new SourceError(`${label}: is larger than ${most / (1 << 20)} MB when unpacked`);
      yield part;
    }
  };
  try {
    return await pipeline(content.stream(), createGunzip(), limited, toTemporaryFile);
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error;
    throw new SourceError(`${label}: is a damaged or incomplete gzip file`);
  }
}

const GZIP = Buffer.from([0x1f, 0x8b]);

/** Reads in chunks, because a stream of the descriptor itself would close it at the end. */
async function* readChunks(size: number, read: Content['read']): AsyncIterable<Buffer> {
  for (let position = 0; position < size; position += CHUNK.highWaterMark) yield read(position, CHUNK.highWaterMark);
}

const clampLength = (position: number, length: number, size: number): number =>
  Math.max(0, Math.min(length, size - position));

async function writeAll(fd: number, bytes: Buffer): Promise<number> {
  for (let done = 0; done < bytes.length; )
    done += (await promisify(writeFd)(fd, bytes, done, bytes.length - done, null)).bytesWritten;
  return bytes.length;
}
