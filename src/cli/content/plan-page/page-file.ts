import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { PlanFileError } from '../../../plugins/rostra/server/src/plan/file';

/** What every page begins with: a page may replace a page, and nothing else. */
export const PAGE_HEAD = '<!doctype html>\n<!-- a plan of Rostra -->\n';

/** Refuses to overwrite what is not such a page, or the plan itself, and a folder in which nothing can be written. Errors: PlanFileError. */
export async function ensurePageReplaceable(file: string, plan: string): Promise<void> {
  if (file === plan) throw new PlanFileError('--html and --output name the same file');
  if (file === '-') throw new PlanFileError('--html needs the name of a file');
  await settle(file, access(path.dirname(file), constants.W_OK));
  const stats = await stat(file).catch(() => undefined);
  if (!stats) return;
  // A device or a pipe is empty, too.
  if (stats.isFile() && (stats.size === 0 || (await startOf(file)) === PAGE_HEAD)) return;
  throw new PlanFileError(`${file} exists and is not the page of a plan: choose another name`);
}

async function startOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PAGE_HEAD.length), 0, PAGE_HEAD.length, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Writes a file part by part; it gets its name when it is complete. Errors: PlanFileError if it cannot be written. */
export async function writeParts(file: string, parts: AsyncIterable<string>): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`;
  let handle: FileHandle | undefined;
  try {
    handle = await settle(file, open(draft, 'wx', 0o600));
    for await (const part of parts) await settle(file, handle.appendFile(part));
    await settle(file, handle.close());
    handle = undefined;
    await settle(file, rename(draft, file));
  } catch (error) {
    await handle?.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

const settle = <T>(file: string, work: Promise<T>): Promise<T> =>
  work.catch((error: Error) => {
    throw new PlanFileError(`${file}: the page could not be written: ${error.message}`);
  });
