import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { clearSharedDrafts, flush, writeDurably } from '../../common/files';
import type { Placement } from '../postgres/placement';
import type { Settings } from '../settings';
import { StartError } from '../start-error';
import { version } from '../version';
import { enableArchive } from './archive';
import { waitForArchive } from './archive-status';
import { BACKUP_MANIFEST, backupManifestOf, checksumOf } from './backup-manifest';
import { copyCluster } from './copy-cluster';
import { copyPrivateFiles } from './data-files';
import { type BackupFolders, ensureBackupFolders } from './folders';
import { repairHistories } from './histories';
import { DRAFT, listBackups, MANIFEST, type Manifest, manifestText, OTHERS } from './manifest';
import { ownLogs } from './own-logs';
import { archiveEveryMinute, beginBackup, identify } from './session';
import { recordTimeline } from './timelines';

interface BackupRequest {
  settings: Settings;
  placement: Placement;
  folders: BackupFolders;
  /** A connection to the server of the placement. */
  client: Client;
}

/**
 * Makes a base backup of the running server and enables archiving. The backup counts once it and the log it needs are
 * on the disk; the next backup removes an interrupted one. Call it while holding the backup lock (`lockBackups`).
 * @throws StartError when the database cannot be backed up, or archiving fails.
 */
export async function makeBackup({ settings, placement, folders, client }: BackupRequest): Promise<Manifest> {
  const identity = await identify(client);
  refuseOtherDatabase(folders, identity.systemIdentifier);
  ensureBackupFolders(folders, placement);
  await repairHistories(folders, ownLogs(placement.cluster, identity), placement.owner);
  await clearDrafts(folders);
  enableArchive(placement, folders.wal);
  await archiveEveryMinute(client);

  const begun = await beginBackup(client);
  await recordTimeline(folders, begun.timeline, begun.begunAt);
  const draft = path.join(folders.base, `${begun.name}${DRAFT}`);
  try {
    await mkdir(draft, { mode: 0o700 });
    const { copied, ended } = await copyCluster(client, placement, path.join(draft, 'cluster'));
    const others = await copyPrivateFiles(settings, draft);
    const { lastSegment, ...end } = ended;
    await waitForArchive(client, { wal: folders.wal, first: begun.startSegment, last: lastSegment });
    const { files, bytes } = copied;
    const whole = { ...begun, ...end, ...identity };
    await writeDurably(path.join(draft, 'cluster', BACKUP_MANIFEST), backupManifestOf(files, whole));
    const list = `${JSON.stringify(others)}\n`;
    await writeDurably(path.join(draft, OTHERS), list);
    const manifest: Manifest = {
      ...whole,
      files: files.length,
      bytes,
      rostraVersion: version,
      others: checksumOf(list),
    };
    await writeDurably(path.join(draft, MANIFEST), manifestText(manifest));
    await flush(draft);
    await rename(draft, path.join(folders.base, begun.name));
    await flush(folders.base);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Segments of different databases have the same names. */
function refuseOtherDatabase(folders: BackupFolders, systemIdentifier: string): void {
  if (listBackups(folders).every((backup) => backup.systemIdentifier === systemIdentifier)) return;
  throw new StartError(
    `${folders.root} contains backups of another database. Choose another BACKUP_DIR, or move that folder away.`,
  );
}

/** Removes interrupted backups, unfinished deletions, and notes of verifications that were killed. */
async function clearDrafts(folders: BackupFolders): Promise<void> {
  const { root, base } = folders;
  const drafts = (await readdir(base)).filter((name) => name.endsWith(DRAFT));
  for (const name of drafts) await rm(path.join(base, name), { recursive: true, force: true });
  for (const folder of [root, ...listBackups(folders).map(({ name }) => path.join(base, name))])
    await clearSharedDrafts(folder);
}
