import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unlessMissing, withHandle } from '../../common/files';
import { BACKUP_MANIFEST, checksumOf, filesIn, type ListedFile } from './backup-manifest';
import { contentOf, readPages } from './copy';
import { allFaults, eachFault } from './faults';
import { type Manifest, OTHERS } from './manifest';
import { damagedPages, firstPageOf } from './pages';
import type { Verification } from './verification';

const CHUNK_BYTES = 1024 * 1024;
/** Up to this size a file is read at once. */
const SMALL_BYTES = 1024 * 1024;

/** Faults of the cluster's files. Others beside them, such as those of a file manager, are left out by a restore. */
export async function clusterFaults(root: string, { others }: Manifest): Promise<Omit<Verification, 'at'>> {
  const cluster = path.join(root, 'cluster');
  const only = (fault: string) => ({ faults: [fault], warnings: [], damagedOthers: [] });
  if (!existsSync(cluster)) return only('cluster is missing');
  const names = (await contentOf(cluster, () => false)).files.map((name) => path.normalize(name));
  if (!names.includes(BACKUP_MANIFEST)) {
    if (others !== undefined) return only(`cluster/${BACKUP_MANIFEST} is missing`);
    // Backups of earlier versions list nothing, and may have pages that were being written; the log repeats these.
    return { faults: [], warnings: await eachFault(names, (name) => pageFault(cluster, name)), damagedOthers: [] };
  }
  let listed: ListedFile[];
  try {
    listed = filesIn(await readFile(path.join(cluster, BACKUP_MANIFEST), 'utf8'));
  } catch (error) {
    return only(`cluster/${BACKUP_MANIFEST} is damaged: ${(error as Error).message.split('\n')[0]}`);
  }
  const known = new Set([...listed.map(({ name }) => path.normalize(name)), BACKUP_MANIFEST]);
  const foreign = names.filter((name) => !known.has(name)).map((name) => path.join('cluster', name));
  return {
    faults: await eachFault(listed, (file) => fileFault(cluster, file, 'cluster/')),
    warnings: foreign.map((name) => `${name} does not belong to it`),
    damagedOthers: foreign,
  };
}

/** Faults of the files besides the cluster. */
export async function othersFaults(root: string, { others }: Manifest): Promise<{ name: string; fault: string }[]> {
  if (others === undefined) return [];
  const text = await unlessMissing(readFile(path.join(root, OTHERS), 'utf8'));
  if (text === undefined || checksumOf(text) !== others)
    return [{ name: OTHERS, fault: `${OTHERS} is ${text === undefined ? 'missing' : 'damaged'}` }];
  const files = JSON.parse(text) as ListedFile[];
  const faults = await allFaults(files, (file) => fileFault(root, file, ''));
  return files.flatMap(({ name }, index) => {
    const fault = faults[index];
    return fault === undefined ? [] : [{ name, fault }];
  });
}

async function fileFault(
  root: string,
  { name, bytes, checksum }: ListedFile,
  prefix: string,
): Promise<string | undefined> {
  const file = path.join(root, name);
  const hash = createHash('sha256');
  try {
    const size = (await unlessMissing(stat(file)))?.size;
    if (size === undefined) return `${prefix}${name} is missing`;
    if (size !== bytes) return `${prefix}${name} has ${size} bytes instead of ${bytes}`;
    // To set up a stream takes more CPU time than to read a small file at once.
    if (size > SMALL_BYTES) await pipeline(createReadStream(file), hash);
    else hash.update(await readFile(file));
  } catch (error) {
    return `${prefix}${name} cannot be read: ${(error as Error).message}`;
  }
  return hash.digest('hex') === checksum ? undefined : `${prefix}${name} has changed since it was backed up`;
}

async function pageFault(cluster: string, name: string): Promise<string | undefined> {
  const firstPage = firstPageOf(name);
  if (firstPage === undefined) return undefined;
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    return await withHandle(path.join(cluster, name), 'r', async (source) => {
      for (let position = 0; ; ) {
        const bytes = await readPages(source, buffer, position);
        if (bytes === 0) return undefined;
        const [page] = await damagedPages(buffer.subarray(0, bytes), { position, firstPage, source });
        if (page !== undefined) return `cluster/${name} has a damaged page (${page})`;
        position += bytes;
      }
    });
  } catch (error) {
    return `cluster/${name} cannot be read: ${(error as Error).message}`;
  }
}
