import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** How much waits in memory for a slow reader, in bytes; the rest waits in a file. */
const IN_MEMORY = 1_048_576;
const PIECE = 262_144;

/**
 * Takes in all pieces at once, as fast as they come, and gives them out as slowly as they are taken: a slow reader holds
 * no connection to the database, and little memory.
 */
export async function* unhurried(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const waiting: Buffer[] = [];
  let inMemory = 0;
  let store: Store | undefined;
  let [hasEnded, isLeft] = [false, false] as [boolean, boolean];
  let failure: unknown;
  let wake = () => {};

  const takeIn = async () => {
    try {
      for await (const piece of pieces) {
        if (isLeft) break;
        if (inMemory < IN_MEMORY && !store?.hasMore()) {
          waiting.push(piece);
          inMemory += piece.length;
        } else {
          store ??= await openStore();
          await store.write(piece);
        }
        wake();
      }
    } catch (error) {
      failure = error;
    }
    hasEnded = true;
    wake();
  };

  const taken = takeIn();
  try {
    for (;;) {
      const piece = waiting.shift();
      if (piece) {
        inMemory -= piece.length;
        yield piece;
      } else if (store?.hasMore()) yield await store.read();
      else if (failure) throw failure;
      else if (hasEnded) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    isLeft = true;
    await taken;
    await store?.close();
  }
}

/** A file that is written at its end and read from its beginning. */
interface Store {
  hasMore(): boolean;
  write(piece: Buffer): Promise<void>;
  read(): Promise<Buffer>;
  close(): Promise<void>;
}

async function openStore(): Promise<Store> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-answer-'));
  const file: FileHandle = await open(path.join(folder, 'rows'), 'wx+', 0o600);
  // Gone already: whatever ends the process, nothing is left behind.
  const remove = () => rm(folder, { recursive: true, force: true });
  await remove().catch(() => undefined);
  let [written, read] = [0, 0];
  return {
    hasMore: () => read < written,
    write: async (piece) => {
      await file.write(piece, 0, piece.length, written);
      written += piece.length;
    },
    read: async () => {
      const piece = Buffer.allocUnsafe(Math.min(PIECE, written - read));
      const { bytesRead } = await file.read(piece, 0, piece.length, read);
      read += bytesRead;
      return piece.subarray(0, bytesRead);
    },
    close: async () => {
      await file.close();
      await remove();
    },
  };
}
