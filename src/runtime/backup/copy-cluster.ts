import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { flush, writeDurably } from '../../common/files';
import type { Placement } from '../postgres/placement';
import { CONTROL_FILE, isExcluded } from './cluster-files';
import { type CopyResult, copyFolder } from './copy';
import { type BackupEnd, endBackup } from './session';

/** How often a file being written is read until two reads agree. */
const READS = 100;

interface ClusterCopy {
  copied: CopyResult;
  ended: Omit<BackupEnd, 'label' | 'tablespaces'>;
}

/** Copies the cluster of a running server in backup mode, and adds what a server needs to start from the copy. */
export async function copyCluster(client: Client, { cluster }: Placement, target: string): Promise<ClusterCopy> {
  const copied = await copyFolder(cluster, target, { isExcluded });
  const control = await readWhole(path.join(cluster, CONTROL_FILE));
  const { label, tablespaces, ...ended } = await endBackup(client);
  const added: [string, string | Buffer][] = [
    [CONTROL_FILE, control],
    ['backup_label', label],
    ...(tablespaces ? [['tablespace_map', tablespaces] as [string, string]] : []),
  ];
  for (const [name, content] of added) await writeDurably(path.join(target, name), content);
  for (const folder of [path.dirname(CONTROL_FILE), '.']) await flush(path.join(target, folder));
  const bytes = added.reduce((sum, [, content]) => sum + Buffer.byteLength(content), copied.bytes);
  return { copied: { files: copied.files + added.length, bytes }, ended };
}

/** Reads until two reads agree: PostgreSQL may be writing the file. */
async function readWhole(file: string): Promise<Buffer> {
  let before = await readFile(file);
  for (let read = 1; read < READS; read++) {
    const again = await readFile(file);
    if (again.equals(before)) return again;
    before = again;
  }
  throw new Error(`${file} keeps changing`);
}
