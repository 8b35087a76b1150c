import { stat } from 'node:fs/promises';
import { freeMegabytes } from '../free-space';

/** Tells of the disks of these folders that have fewer megabytes left than `floor`; nothing when all have enough. */
export async function describeLowDisks(folders: string[], floor: number): Promise<string | undefined> {
  const low = new Map<number, string>();
  for (const folder of folders) {
    const { dev } = await stat(folder);
    // Of two folders on one disk the first is named.
    if ((await freeMegabytes(folder)) < floor && !low.has(dev))
      low.set(dev, `The disk of ${folder} has little room left.`);
  }
  return low.size > 0 ? [...low.values()].join(' ') : undefined;
}
