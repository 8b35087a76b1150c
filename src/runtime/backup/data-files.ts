import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { flush } from '../../common/files';
import { appDir } from '../paths';
import type { Settings } from '../settings';
import type { ListedFile } from './backup-manifest';
import { contentOf, copyFile, copyFolder } from './copy';
import { allFaults } from './faults';

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

type Report = (line: string) => void;

/** Restores files missing in the data folder, except damaged ones, and leaves existing ones. Returns their names; errors are reported. */
export async function restoreMissingFiles(
  { dataDir }: Settings,
  backup: string,
  { damaged, report }: { damaged: string[]; report: Report },
): Promise<string[]> {
  const isLost = (name: string) =>
    existsSync(path.join(backup, 'data', name)) &&
    !existsSync(path.join(dataDir, name)) &&
    !damaged.includes(path.join('data', name));
  const sources = FILES.filter(isLost).map((name) => path.join(backup, 'data', name));
  const restored = await restoreFiles(sources, (file) => path.join(dataDir, path.basename(file)), report);
  return restored.map((file) => path.basename(file));
}

/** Restores missing uploaded files, except damaged ones, and leaves existing ones. Returns their number; errors are reported. */
export async function restoreMissingUploads(
  backup: string,
  { damaged, report }: { damaged: string[]; report: Report },
): Promise<number> {
  const source = path.join(backup, 'uploads');
  if (!existsSync(source)) return 0;
  const { folders, files } = await contentOf(source, () => false);
  const isLost = (name: string) =>
    !damaged.includes(path.join('uploads', name)) && !existsSync(path.join(UPLOADS, name));
  for (const folder of folders) await mkdir(path.join(UPLOADS, folder), { recursive: true });
  const sources = files.filter(isLost).map((name) => path.join(source, name));
  const restored = await restoreFiles(sources, (file) => path.join(UPLOADS, path.relative(source, file)), report);
  for (const folder of folders) await flush(path.join(UPLOADS, folder));
  return restored.length;
}

/** A file gets its name only once it is whole: an existing one is never restored again. */
async function restoreFiles(
  sources: string[],
  targetOf: (source: string) => string,
  report: Report,
): Promise<string[]> {
  const faults = await allFaults(sources, async (source) => {
    const draft = `${targetOf(source)}.restoring`;
    try {
      await copyFile(source, draft);
      await rename(draft, targetOf(source));
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  });
  for (const fault of faults) if (fault !== undefined) report(`Not restored: ${fault}`);
  return sources.filter((_, index) => faults[index] === undefined);
}
