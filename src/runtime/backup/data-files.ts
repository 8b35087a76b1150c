import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { flush } from '../../common/files';
import { appDir } from '../paths';
import type { Settings } from '../settings';
import { copyFile, copyFolder } from './copy';

/** What else makes a service, beside the database. */
const FILES = ['secrets.json', 'credentials.json'];

/** The password that the copied database has; that of the data folder may be another one later. */
export const PASSWORD = 'postgres-password';

const UPLOADS = path.join(appDir, 'public', 'uploads');

/** Copies secrets, log-ins and uploaded files into a backup. */
export async function copyPrivateFiles({ dataDir }: Settings, backup: string): Promise<void> {
  const kept = path.join(backup, 'data');
  await mkdir(kept, { mode: 0o700 });
  for (const name of [...FILES, PASSWORD]) await copyFile(path.join(dataDir, name), path.join(kept, name));
  await flush(kept);
  if (existsSync(UPLOADS)) await copyFolder(UPLOADS, path.join(backup, 'uploads'));
}

/** Puts back what the data folder lacks; what is there stays as it is. Returns the names of what was put back. */
export async function restoreMissingFiles({ dataDir }: Settings, backup: string): Promise<string[]> {
  const back: string[] = [];
  for (const name of FILES) {
    const [kept, target] = [path.join(backup, 'data', name), path.join(dataDir, name)];
    if (!existsSync(kept) || existsSync(target)) continue;
    await copyFile(kept, target);
    back.push(name);
  }
  return back;
}

/** Puts uploaded files back that are missing; what is there stays. Returns how many. */
export async function restoreMissingUploads(backup: string): Promise<number> {
  const kept = path.join(backup, 'uploads');
  if (!existsSync(kept)) return 0;
  const isExcluded = (name: string) =>
    existsSync(path.join(UPLOADS, name)) && !statSync(path.join(kept, name)).isDirectory();
  return (await copyFolder(kept, UPLOADS, { isExcluded })).files;
}
