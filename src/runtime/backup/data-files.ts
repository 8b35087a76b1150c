import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { flush } from '../../common/files';
import { appDir } from '../paths';
import type { Settings } from '../settings';
import type { ListedFile } from './backup-manifest';
import { contentOf, copyFile, copyFolder } from './copy';

/** Files of the data folder that a backup contains. */
const FILES = ['secrets.json', 'credentials.json', 'erasures.ndjson'];

/** The password of the copied database; that of the data folder may change later. */
export const PASSWORD = 'postgres-password';

const UPLOADS = path.join(appDir, 'public', 'uploads');

/** Copies secrets, credentials and uploaded files into a backup. Returns them, with paths relative to the backup. */
export async function copyPrivateFiles({ dataDir }: Settings, backup: string): Promise<ListedFile[]> {
  const target = path.join(backup, 'data');
  await mkdir(target, { mode: 0o700 });
  const copies: ListedFile[] = [];
  for (const name of [...FILES, PASSWORD]) {
    const copied = await copyFile(path.join(dataDir, name), path.join(target, name));
    if (copied) copies.push({ name: path.join('data', name), bytes: copied.bytes, checksum: copied.checksum });
  }
  await flush(target);
  if (!existsSync(UPLOADS)) return copies;
  const { files } = await copyFolder(UPLOADS, path.join(backup, 'uploads'));
  return [
    ...copies,
    ...files.map(({ name, bytes, checksum }) => ({ name: path.join('uploads', name), bytes, checksum })),
  ];
}

/** Restores files missing in the data folder, except damaged ones, and leaves existing ones. Returns their names. */
export async function restoreMissingFiles({ dataDir }: Settings, backup: string, damaged: string[]): Promise<string[]> {
  const restored: string[] = [];
  for (const name of FILES) {
    const [source, target] = [path.join(backup, 'data', name), path.join(dataDir, name)];
    if (!existsSync(source) || existsSync(target) || damaged.includes(path.join('data', name))) continue;
    await restoreFile(source, target);
    restored.push(name);
  }
  return restored;
}

/** Restores missing uploaded files, except damaged ones, and leaves existing ones. Returns their number. */
export async function restoreMissingUploads(backup: string, damaged: string[]): Promise<number> {
  const source = path.join(backup, 'uploads');
  if (!existsSync(source)) return 0;
  const isLeft = (name: string) => damaged.includes(path.join('uploads', name)) || existsSync(path.join(UPLOADS, name));
  const missing = (await contentOf(source, () => false)).files.filter((name) => !isLeft(name));
  for (const name of missing) {
    await mkdir(path.dirname(path.join(UPLOADS, name)), { recursive: true });
    await restoreFile(path.join(source, name), path.join(UPLOADS, name));
  }
  return missing.length;
}

/** The file gets its name only once it is whole: an existing one is never restored again. */
async function restoreFile(source: string, target: string): Promise<void> {
  const draft = `${target}.restoring`;
  await copyFile(source, draft);
  await rename(draft, target);
}
