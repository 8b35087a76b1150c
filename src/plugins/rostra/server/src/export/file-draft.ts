import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { flush, withHandle } from '../../../../../common/files';
import { describeFailure } from './export-error';

/** A complete file that does not have its final name yet. */
export interface FileDraft {
  bytes: number;
  /** Gives it its final name; replaces an existing file. */
  commit(): Promise<void>;
  /** Removes it. */
  discard(): Promise<void>;
}

/**
 * Writes a file under a temporary name in the same folder, and flushes it to disk. Creates the folder if needed. Until the
 * draft is committed, an existing file stays as it is. Errors: ExportError if the system refuses; leaves nothing behind.
 */
export async function writeDraft(file: string, content: AsyncIterable<string | Uint8Array>): Promise<FileDraft> {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID().slice(0, 8)}`);
  const discard = async () => {
    await rm(draft, { force: true });
    uncommitted.delete(draft);
  };
  try {
    await mkdir(path.dirname(file), { recursive: true });
    discardAtExit(draft);
    const bytes = await withHandle(draft, 'wx', (handle) => writeContent(handle, content));
    return { bytes, commit: () => commit(draft, file), discard };
  } catch (error) {
    await discard().catch(() => undefined);
    throw describeFailure(error, file);
  }
}

async function commit(draft: string, file: string): Promise<void> {
  try {
    await rename(draft, file);
    uncommitted.delete(draft);
    // Some systems cannot open a folder.
    await flush(path.dirname(file)).catch(() => undefined);
  } catch (error) {
    throw describeFailure(error, file);
  }
}

/** The temporary names of drafts that are not committed. */
const uncommitted = new Set<string>();
let isWatching = false;

/** Removes uncommitted drafts when a signal ends the process. */
function discardAtExit(draft: string): void {
  uncommitted.add(draft);
  if (isWatching) return;
  isWatching = true;
  process.once('exit', () => {
    for (const each of uncommitted) rmSync(each, { force: true });
  });
}

/** Bytes per write. */
const CHUNK_BYTES = 1 << 18;

/** Writes content and flushes it to disk; returns the number of bytes. */
export async function writeContent(handle: FileHandle, content: AsyncIterable<string | Uint8Array>): Promise<number> {
  let bytes = 0;
  let pending: Buffer[] = [];
  let size = 0;
  const writePending = async () => {
    await handle.writeFile(Buffer.concat(pending));
    bytes += size;
    [pending, size] = [[], 0];
  };
  for await (const part of content) {
    const buffer = Buffer.from(part);
    pending.push(buffer);
    size += buffer.length;
    if (size >= CHUNK_BYTES) await writePending();
  }
  await writePending();
  await handle.sync();
  return bytes;
}
