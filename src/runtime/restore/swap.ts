import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { flush } from '../../common/files';
import type { Placement } from '../postgres/placement';
import { readPrivateJson, writePrivateJson } from '../private-files';

interface Swap {
  /** The complete restored cluster. */
  draft: string;
  /** The new place of the current cluster, if there is one. */
  aside?: string | undefined;
}

const fileOf = ({ dataDir }: Placement): string => path.join(dataDir, 'restore.json');

/** Whether a restored cluster is waiting to replace the current one, after a restore interrupted at its very end. */
export const isSwapping = (dataDir: string): boolean => existsSync(path.join(dataDir, 'restore.json'));

/**
 * Replaces the current cluster by a restored one, and keeps the old one. Once begun, an interrupted swap is finished
 * by the next process.
 */
export async function swapClusters(placement: Placement, swap: Swap): Promise<void> {
  writePrivateJson(fileOf(placement), swap);
  await flush(placement.dataDir);
  await finishSwap(placement);
}

/** Finishes an interrupted swap. Call it while holding the data folder's lock, before the cluster is used. */
export async function finishSwap(placement: Placement): Promise<void> {
  if (!isSwapping(placement.dataDir)) return;
  const { draft, aside } = readPrivateJson<Swap>(fileOf(placement)) as Swap;
  const { cluster } = placement;
  if (existsSync(draft)) {
    if (aside && existsSync(cluster) && !existsSync(aside)) await rename(cluster, aside);
    await rename(draft, cluster);
  } else if (aside && existsSync(aside) && !existsSync(cluster)) {
    // Somebody removed the restored cluster: the old database is better than an empty one.
    await rename(aside, cluster);
  }
  await flush(path.dirname(cluster));
  await rm(fileOf(placement));
  await flush(placement.dataDir);
}
