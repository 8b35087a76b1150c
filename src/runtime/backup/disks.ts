import { stat } from 'node:fs/promises';
import { freeMegabytes } from '../free-space';

/** Describes the disks of these folders with less than `floor` megabytes free; undefined if all have enough. */
export async function describeLowDisks(folders: string[], floor: number): Promise<string | undefined> {
  const low = new Map<number, string>();
  for (const folder of folders) {
    const { dev } = await stat(folder);
    // Name only the first of several folders on one disk.
    if ((await freeMegabytes(folder)) < floor && !low.has(dev)) low.set(dev, `The disk of ${folder} is nearly full.`);
  }
  return low.size > 0 ? [...low.values()].join(' ') : undefined;
}
