import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Bytes that wait in memory for a slow reader; the rest waits in a file. */
const MAX_MEMORY = 1_048_576;
const FILE_CHUNK = 262_144;

/**
 * Reads all chunks as fast as they come and yields them as slowly as they are taken: a slow client holds neither a
 * database connection nor much memory.
 */
export async function* spool(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const queue: Buffer[] = [];
  let inMemory = 0;
  let file: SpoolFile | undefined;
  let [isComplete, isAbandoned] = [false, false] as [boolean, boolean];
  let failure: unknown;
  let wake = () => {};

  const readAll = async () => {
    try {
      for await (const chunk of chunks) {
        if (isAbandoned) break;
        if (inMemory < MAX_MEMORY && !file?.hasMore()) {
          queue.push(chunk);
          inMemory += chunk.length;
        } else {
          file ??= await openFile();
          await file.write(chunk);
        }
        wake();
      }
    } catch (error) {
      failure = error;
    }
    isComplete = true;
    wake();
  };

  const reading = readAll();
  try {
    for (;;) {
      const chunk = queue.shift();
      if (chunk) {
        inMemory -= chunk.length;
        yield chunk;
      } else if (file?.hasMore()) yield await file.read();
      else if (failure) throw failure;
      else if (isComplete) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    isAbandoned = true;
    await reading;
    await file?.close();
  }
}

/** A temporary file, written at its end and read from its start. */
interface SpoolFile {
  hasMore(): boolean;
  write(chunk: Buffer): Promise<void>;
  read(): Promise<Buffer>;
  close(): Promise<void>;
}

async function openFile(): Promise<SpoolFile> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-answer-'));
  const file: FileHandle = await open(path.join(folder, 'rows'), 'wx+', 0o600);
  // Unlinked at once: however the process ends, no file is left behind.
  const remove = () => rm(folder, { recursive: true, force: true });
  await remove().catch(() => undefined);
  let [written, read] = [0, 0];
  return {
    hasMore: () => read < written,
    write: async (chunk) => {
      await file.write(chunk, 0, chunk.length, written);
      written += chunk.length;
    },
    read: async () => {
      const chunk = Buffer.allocUnsafe(Math.min(FILE_CHUNK, written - read));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, read);
      read += bytesRead;
      return chunk.subarray(0, bytesRead);
    },
    close: async () => {
      await file.close();
      await remove();
    },
  };
}
