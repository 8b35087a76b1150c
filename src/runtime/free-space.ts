import { statfs } from 'node:fs/promises';

const MEGABYTE = 1024 * 1024;

/** The disk that holds a folder, in bytes; `free` is what this process may still fill. */
export async function spaceOf(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** What this process may still fill of the disk that holds a folder, in megabytes. */
export const freeMegabytes = async (folder: string): Promise<number> =>
  Math.floor((await spaceOf(folder)).free / MEGABYTE);
