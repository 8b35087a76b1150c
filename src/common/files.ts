import { randomUUID } from 'node:crypto';
import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { open, rename, writeFile } from 'node:fs/promises';
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

/** Writes a file and returns once the disk holds it. */
export async function writeDurably(
  file: string,
  content: string | Buffer,
  owner?: { uid: number; gid: number },
): Promise<void> {
  const target = await open(file, 'w', 0o600);
  try {
    await target.writeFile(content);
    if (owner) await target.chown(owner.uid, owner.gid);
    await target.sync();
  } finally {
    await target.close();
  }
}

/** Returns once the disk holds a file's content, or a folder's list of names. */
export async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
