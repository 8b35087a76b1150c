import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import type { Settings } from '../settings';

const MEGABYTE = 1024 * 1024;

/** Tells of the disks of the data folder and of the backups that have little room left; nothing when all have enough. */
export async function describeLowDisks(
  { dataDir, diskWarningMb }: Settings,
  backups: string | undefined,
): Promise<string | undefined> {
  const folders = [dataDir, ...(backups && existsSync(backups) ? [backups] : [])];
  const low = new Map<number, string>();
  for (const folder of folders) {
    const { bavail, bsize } = await statfs(folder);
    const free = Math.floor((bavail * bsize) / MEGABYTE);
    const { dev } = await stat(folder);
    // Of two folders on one disk the first is named.
    if (free < diskWarningMb && !low.has(dev)) low.set(dev, `The disk of ${folder} has little room left.`);
  }
  return low.size > 0 ? [...low.values()].join(' ') : undefined;
}
