import { statfs } from 'node:fs/promises';

const MEGABYTE = 1024 * 1024;

/** Size and free space, in bytes, of the disk that holds a folder; `free` is what this process may use. */
export async function spaceOf(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** The free space of the disk that holds a folder, in megabytes. */
export const freeMegabytes = async (folder: string): Promise<number> =>
  Math.floor((await spaceOf(folder)).free / MEGABYTE);
