import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { flush } from '../../../../../common/files';
import { describeFailure } from './export-error';

/** A file that is written, and does not bear its name yet. */
export interface Draft {
  bytes: number;
  /** Gives it its name, in place of an older file. */
  commit(): Promise<void>;
  /** Takes it away. */
  discard(): Promise<void>;
}

/**
 * Writes a file beside the place where it belongs, as far as the disk; makes the folder if need be. So there is the whole
 * file or the older one, whatever happens. Errors: ExportError where the system refuses; nothing is left behind then.
 */
export async function draftFile(file: string, content: AsyncIterable<string | Uint8Array>): Promise<Draft> {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID().slice(0, 8)}`);
  const discard = async () => {
    await rm(draft, { force: true });
    unfinished.delete(draft);
  };
  try {
    await mkdir(path.dirname(file), { recursive: true });
    discardAtExit(draft);
    const bytes = await withHandle(draft, (handle) => fill(handle, content));
    return { bytes, commit: () => commit(draft, file), discard };
  } catch (error) {
    await discard().catch(() => undefined);
    throw describeFailure(error, file);
  }
}

async function commit(draft: string, file: string): Promise<void> {
  try {
    await rename(draft, file);
    unfinished.delete(draft);
    // Not every system can open a folder.
    await flush(path.dirname(file)).catch(() => undefined);
  } catch (error) {
    throw describeFailure(error, file);
  }
}

/** Files without their names. */
const unfinished = new Set<string>();
let isWatching = false;

/** A signal ends the process in the middle of its work: what is not finished goes with it. */
function discardAtExit(draft: string): void {
  unfinished.add(draft);
  if (isWatching) return;
  isWatching = true;
  process.once('exit', () => {
    for (const each of unfinished) rmSync(each, { force: true });
  });
}

/** How much is written at a time, in bytes. */
const AT_ONCE = 1 << 18;

/** Writes content through to the disk; answers the number of bytes. */
export async function fill(handle: FileHandle, content: AsyncIterable<string | Uint8Array>): Promise<number> {
  let bytes = 0;
  let held: Buffer[] = [];
  let size = 0;
  const writeHeld = async () => {
    await handle.writeFile(Buffer.concat(held));
    bytes += size;
    [held, size] = [[], 0];
  };
  for await (const part of content) {
    const buffer = Buffer.from(part);
    held.push(buffer);
    size += buffer.length;
    if (size >= AT_ONCE) await writeHeld();
  }
  await writeHeld();
  await handle.sync();
  return bytes;
}

async function withHandle<T>(file: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file, 'wx');
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}
