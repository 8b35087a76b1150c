import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { flush } from '../../common/files';
import { restoreMissingUploads } from '../backup/data-files';
import type { BackupFolders } from '../backup/folders';
import { recordTimeline } from '../backup/timelines';
import type { Placement } from '../postgres/placement';
import { readPrivateJson, writePrivateJson } from '../private-files';

interface Swap {
  /** The complete restored cluster. */
  draft: string;
  /** The new place of the current cluster, if there is one. */
  aside?: string | undefined;
  /** What is to be done afterwards. */
  rest?: Rest;
}

interface Rest {
  /** The folder of the backup. */
  source: string;
  /** The new timeline, and the one that was followed. */
  timeline: number;
  former: number;
  /** The files of the backup that are left out. */
  damaged: string[];
}

/** Where the cluster and its backups are. */
interface Place {
  placement: Placement;
  folders: BackupFolders;
}

type Report = (line: string) => void;

const fileOf = (dataDir: string): string => path.join(dataDir, 'restore.json');

/** Whether a restored cluster is waiting to replace the current one, after a restore interrupted at its very end. */
export const isSwapping = (dataDir: string): boolean => existsSync(fileOf(dataDir));

/**
 * Replaces the current cluster by a restored one, keeps the old one, and restores missing uploads. Once begun, an interrupted swap is
 * finished by the next process.
 * @returns the number of uploads
 */
export async function swapClusters(place: Place, swap: Swap, report: Report): Promise<number> {
  const { dataDir } = place.placement;
  writePrivateJson(fileOf(dataDir), swap);
  await flush(dataDir);
  return finishSwap(place, report);
}

/**
 * Finishes an interrupted swap. Call it while holding the data folder's lock, before the cluster is used.
 * @returns the number of restored uploads
 */
export async function finishSwap({ placement, folders }: Place, report: Report = console.error): Promise<number> {
  const { dataDir, cluster } = placement;
  if (!isSwapping(dataDir)) return 0;
  const file = fileOf(dataDir);
  const { draft, aside, rest } = readPrivateJson<Swap>(file) as Swap;
  if (existsSync(draft)) {
    if (aside && existsSync(cluster) && !existsSync(aside)) await rename(cluster, aside);
    await rename(draft, cluster);
  } else if (aside && existsSync(aside) && !existsSync(cluster)) {
    // Somebody removed the restored cluster: the old database is better than an empty one.
    await rename(aside, cluster);
  }
  await flush(path.dirname(cluster));
  if (rest && !existsSync(folders.base)) {
    report(`${folders.base} is not there: missing uploaded files are restored once it is.`);
    return 0;
  }
  const uploads = rest ? await complete(folders, rest, report) : 0;
  await rm(file);
  await flush(dataDir);
  return uploads;
}

/** Does what a restored database does not need to be used; errors are only reported. */
async function complete(folders: BackupFolders, rest: Rest, report: Report): Promise<number> {
  await recordTimeline(folders, rest.timeline, new Date().toISOString(), rest.former).catch((error) =>
    report(`The database is restored, but ${(error as Error).message}`),
  );
  return restoreMissingUploads(rest.source, { damaged: rest.damaged, report }).catch((error) => {
    report(`The database is restored, but not all uploaded files: ${(error as Error).message}`);
    return 0;
  });
}
