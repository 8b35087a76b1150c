import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { flush } from '../../common/files';
import { restoreMissingUploads } from '../backup/data-files';
import { type BackupFolders, backupFolders } from '../backup/folders';
import { recordTimeline } from '../backup/timelines';
import { placeCluster } from '../postgres/placement';
import { readPrivateJson, writePrivateJson } from '../private-files';
import type { Settings } from '../settings';

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

type Report = (line: string) => void;

const fileOf = (dataDir: string): string => path.join(dataDir, 'restore.json');

/** Whether a restored cluster is waiting to replace the current one, after a restore interrupted at its very end. */
export const isSwapping = (dataDir: string): boolean => existsSync(fileOf(dataDir));

/**
 * Replaces the current cluster by a restored one, keeps the old one, and restores missing uploads. Once begun, an interrupted swap is
 * finished by the next process.
 * @returns the number of uploads
 */
export async function swapClusters(settings: Settings, swap: Swap, report: Report): Promise<number> {
  writePrivateJson(fileOf(settings.dataDir), swap);
  await flush(settings.dataDir);
  return finishSwap(settings, report);
}

/**
 * Finishes an interrupted swap. Call it while holding the data folder's lock, before the cluster is used.
 * @returns the number of restored uploads
 */
export async function finishSwap(settings: Settings, report: Report = console.error): Promise<number> {
  if (!isSwapping(settings.dataDir)) return 0;
  const file = fileOf(settings.dataDir);
  const { draft, aside, rest } = readPrivateJson<Swap>(file) as Swap;
  const placement = placeCluster(settings.dataDir);
  const { cluster } = placement;
  if (existsSync(draft)) {
    if (aside && existsSync(cluster) && !existsSync(aside)) await rename(cluster, aside);
    await rename(draft, cluster);
  } else if (aside && existsSync(aside) && !existsSync(cluster)) {
    // Somebody removed the restored cluster: the old database is better than an empty one.
    await rename(aside, cluster);
  }
  await flush(path.dirname(cluster));
  const uploads = rest ? await complete(backupFolders(settings, placement), rest, report) : 0;
  await rm(file);
  await flush(settings.dataDir);
  return uploads;
}

/** Does what a restored database does not need to be used; errors are only reported. */
async function complete(folders: BackupFolders, rest: Rest, report: Report): Promise<number> {
  try {
    await recordTimeline(folders, rest.timeline, new Date().toISOString(), rest.former);
    return await restoreMissingUploads(rest.source, rest.damaged);
  } catch (error) {
    report(`The database is restored, but not all uploaded files: ${String(error)}`);
    return 0;
  }
}
