import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { flush } from '../../common/files';
import type { Placement } from '../postgres/placement';
import { readPrivateJson, writePrivateJson } from '../private-files';

interface Swap {
  /** The restored cluster, which is whole. */
  draft: string;
  /** Where the present one is put, if there is one. */
  aside?: string | undefined;
}

const fileOf = ({ dataDir }: Placement): string => path.join(dataDir, 'restore.json');

/** Whether a restored cluster waits to take its place, because the restore was cut off at its very end. */
export const isSwapping = (dataDir: string): boolean => existsSync(path.join(dataDir, 'restore.json'));

/**
 * Puts a restored cluster in the place of the present one, which is kept. It has begun when it returns its promise; from then on it is
 * finished by whoever comes next.
 */
export async function swapClusters(placement: Placement, swap: Swap): Promise<void> {
  writePrivateJson(fileOf(placement), swap);
  await flush(placement.dataDir);
  await finishSwap(placement);
}

/** Finishes what was cut off between the two renames. Call it under the data folder's lock, before the cluster is used. */
export async function finishSwap(placement: Placement): Promise<void> {
  if (!isSwapping(placement.dataDir)) return;
  const { draft, aside } = readPrivateJson<Swap>(fileOf(placement)) as Swap;
  const { cluster } = placement;
  if (existsSync(draft)) {
    if (aside && existsSync(cluster) && !existsSync(aside)) await rename(cluster, aside);
    await rename(draft, cluster);
  } else if (aside && existsSync(aside) && !existsSync(cluster)) {
    // Somebody has removed what was restored: better the database of before than an empty one.
    await rename(aside, cluster);
  }
  await flush(path.dirname(cluster));
  await rm(fileOf(placement));
  await flush(placement.dataDir);
}
