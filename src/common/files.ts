import { randomUUID } from 'node:crypto';
import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Replaces a file atomically: readers see either the old content or the new. Sets its mode. */
export function replaceFileSync(file: string, content: string, mode: number): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content, { mode });
  // The umask of the process may have restricted the mode.
  chmodSync(draft, mode);
  renameSync(draft, file);
}

/** Replaces a file atomically; only its owner can read it. */
export async function replaceFile(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomUUID().slice(0, 8)}`;
  await writeFile(draft, content, { mode: 0o600 });
  await rename(draft, file);
}

/** Replaces a file atomically, and returns once the disk holds the new one. */
export async function replaceFileDurably(
  file: string,
  content: string | Buffer,
  owner?: { uid: number; gid: number },
): Promise<void> {
  const draft = `${file}.draft`;
  await writeDurably(draft, content, owner);
  await rename(draft, file);
  await flush(path.dirname(file));
}

/** The same for a file that several processes may replace at once: the last one counts, and a failed one leaves nothing. */
export async function replaceSharedFile(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomUUID().slice(0, 8)}${SHARED_DRAFT}`;
  try {
    await writeDurably(draft, content);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await flush(path.dirname(file));
}

/** The end of the names of drafts of such files. */
const SHARED_DRAFT = '.shared-draft';
/** A draft is renamed at once; an older one is of a process that was killed. */
const SHARED_DRAFT_MS = 60_000;

/** Removes what killed processes left of such files in a folder. */
export async function clearSharedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (!name.endsWith(SHARED_DRAFT)) continue;
    const draft = await unlessMissing(stat(file));
    if (draft && Date.now() - draft.mtimeMs > SHARED_DRAFT_MS) await rm(file, { force: true });
  }
}

/** Writes a file that only its owner can read, and returns once the disk holds it. */
export const writeDurably = (
  file: string,
  content: string | Buffer,
  owner?: { uid: number; gid: number },
): Promise<void> =>
  withHandle(
    file,
    'w',
    async (handle) => {
      await handle.writeFile(content);
      if (owner) await handle.chown(owner.uid, owner.gid);
      await handle.sync();
    },
    0o600,
  );

/** Returns once the disk holds a file's content, or a folder's list of names. */
export const flush = (file: string): Promise<void> => withHandle(file, 'r', (handle) => handle.sync());

/** Runs work with an open file, and closes it. `mode` is that of a new file. */
export async function withHandle<T>(
  file: string,
  flags: string,
  work: (handle: FileHandle) => Promise<T>,
  mode = 0o666,
): Promise<T> {
  const handle = await open(file, flags, mode);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/** The result of reading a file or folder; undefined if there is none. */
export const unlessMissing = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
