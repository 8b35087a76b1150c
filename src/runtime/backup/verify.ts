import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { replaceFileDurably, unlessMissing, withHandle } from '../../common/files';
import { BACKUP_MANIFEST, filesIn, type ListedFile } from './backup-manifest';
import { contentOf } from './copy';
import type { BackupFolders } from './folders';
import { lastSegmentOf, SEGMENT_BYTES, segmentOf } from './log-places';
import { damagedManifests, listBackups, type Manifest } from './manifest';
import { damagedPages, firstPageOf } from './pages';
import { logOf } from './reach';

/** The file with the result of the last verification of a backup. */
const RESULT = 'verification.json';
const CHUNK_BYTES = 1024 * 1024;
const WORKERS = 4;

/** What a verification found. */
export interface Verification {
  /** ISO 8601 in UTC. */
  at: string;
  /** Each names a file and what is wrong with it; nothing can be restored from the backup if there are any. */
  faults: string[];
  /** The first damaged segment of the later log, and the moment before which nothing is missing. */
  log?: { fault: string; until: string };
}

/**
 * Reads every file of a base backup, and the log that continues it along a timeline; by default its own. Notes the result beside the
 * backup.
 */
export async function verifyBackup(folders: BackupFolders, backup: Manifest, timeline?: number): Promise<Verification> {
  const root = path.join(folders.base, backup.name);
  const { faults, log } = await logFaults(folders, backup, timeline);
  const verification: Verification = {
    at: new Date().toISOString(),
    faults: [...(await clusterFaults(root)), ...(await othersFaults(root, backup)), ...faults],
    ...(log && { log }),
  };
  // Another process may have removed the backup meanwhile.
  if (existsSync(root)) await replaceFileDurably(path.join(root, RESULT), `${JSON.stringify(verification, null, 2)}\n`);
  return verification;
}

/** The names of backups, the oldest first. */
interface Verified {
  sound: string[];
  damage: string[];
}

/** Verifies all backups that are kept, and reports each with its faults. */
export async function verifyBackups(folders: BackupFolders, report: (line: string) => void): Promise<Verified> {
  const result: Verified = { sound: [], damage: [] };
  for (const { name, fault } of damagedManifests(folders)) {
    result.damage.push(name);
    report(`${name}: damaged. ${fault}.`);
  }
  for (const backup of listBackups(folders)) {
    const { faults, log } = await verifyBackup(folders, backup);
    const isSound = faults.length === 0 && !log;
    (faults.length === 0 ? result.sound : result.damage).push(backup.name);
    const files = `${backup.files + (backup.others?.length ?? 0)} files, ${Math.ceil(backup.bytes / 1024 / 1024)} MB`;
    report(
      isSound ? `${backup.name}: sound (${files}).` : `${backup.name}: ${faults.length > 0 ? 'damaged' : 'sound'}.`,
    );
    for (const each of faults) report(`  ${each}`);
    if (log) {
      report(`  ${log.fault}: only moments up to ${log.until} can be restored.`);
      if (!result.damage.includes(backup.name)) result.damage.push(backup.name);
    }
  }
  return result;
}

/** The result of the last verification of a backup; undefined if there was none. */
export function lastVerification({ base }: BackupFolders, { name }: Pick<Manifest, 'name'>): Verification | undefined {
  try {
    return JSON.parse(readFileSync(path.join(base, name, RESULT), 'utf8')) as Verification;
  } catch {
    return undefined;
  }
}

/** Whether a backup was sound when it was last verified. A backup that lists its files was verified when it was made. */
export function wasSound(folders: BackupFolders, backup: Manifest): boolean {
  const last = lastVerification(folders, backup);
  return last ? last.faults.length === 0 : backup.others !== undefined;
}

async function clusterFaults(root: string): Promise<string[]> {
  const cluster = path.join(root, 'cluster');
  const text = await unlessMissing(readFile(path.join(cluster, BACKUP_MANIFEST), 'utf8'));
  const found = await unlessMissing(contentOf(cluster, () => false));
  if (!found) return ['cluster is missing'];
  const names = found.files.map((name) => path.normalize(name));
  let listed: ListedFile[] | undefined;
  try {
    listed = text === undefined ? undefined : filesIn(text);
  } catch (error) {
    return [`cluster/${BACKUP_MANIFEST} is damaged: ${(error as Error).message.split('\n')[0]}`];
  }
  // Backups of earlier versions list nothing; pages have checksums.
  if (!listed) return eachFault(names, (name) => pageFault(cluster, name));
  const known = new Set([...listed.map(({ name }) => path.normalize(name)), BACKUP_MANIFEST]);
  return [
    ...(await eachFault(listed, (file) => fileFault(cluster, file, 'cluster/'))),
    ...names.filter((name) => !known.has(name)).map((name) => `cluster/${name} does not belong to it`),
  ];
}

async function othersFaults(root: string, { others }: Manifest): Promise<string[]> {
  if (!others) return [];
  const isListed = existsSync(path.join(root, 'cluster', BACKUP_MANIFEST));
  return [
    ...(isListed ? [] : [`cluster/${BACKUP_MANIFEST} is missing`]),
    ...(await eachFault(others, (file) => fileFault(root, file, ''))),
  ];
}

async function logFaults(
  folders: BackupFolders,
  backup: Manifest,
  timeline?: number,
): Promise<Omit<Verification, 'at'>> {
  const files = logOf(folders, backup, timeline);
  const last = lastSegmentOf(backup);
  const isNeeded = (name: string) => (segmentOf(name)?.segment ?? 0n) <= last;
  const reached = segmentOf(files.at(-1) ?? '')?.segment ?? -1n;
  const faults = await eachFault(files.filter(isNeeded), (name) => segmentFault(folders, name));
  if (reached < last)
    faults.push(`wal/${backup.startSegment}.gz or a later one is missing: the log ends before the backup does`);
  const later = files.filter((name) => !isNeeded(name));
  for (const [index, fault] of (await allFaults(later, (name) => segmentFault(folders, name))).entries()) {
    if (fault === undefined) continue;
    const before = files[files.length - later.length + index - 1] as string;
    return { faults, log: { fault, until: statSync(path.join(folders.wal, before)).mtime.toISOString() } };
  }
  return { faults };
}

async function segmentFault({ wal }: BackupFolders, name: string): Promise<string | undefined> {
  let bytes = 0;
  const count = new Writable({
    write: (part: Buffer, _, done) => {
      bytes += part.length;
      done();
    },
  });
  try {
    await pipeline(createReadStream(path.join(wal, name)), createGunzip(), count);
  } catch (error) {
    return `wal/${name} is damaged: ${(error as Error).message}`;
  }
  return bytes === Number(SEGMENT_BYTES)
    ? undefined
    : `wal/${name} has ${bytes} bytes of log instead of ${SEGMENT_BYTES}`;
}

async function fileFault(
  root: string,
  { name, bytes, checksum }: ListedFile,
  prefix: string,
): Promise<string | undefined> {
  const file = path.join(root, name);
  const size = (await unlessMissing(stat(file)))?.size;
  if (size === undefined) return `${prefix}${name} is missing`;
  if (size !== bytes) return `${prefix}${name} has ${size} bytes instead of ${bytes}`;
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    return `${prefix}${name} cannot be read: ${(error as Error).message}`;
  }
  return hash.digest('hex') === checksum ? undefined : `${prefix}${name} has changed since it was backed up`;
}

async function pageFault(cluster: string, name: string): Promise<string | undefined> {
  const firstPage = firstPageOf(name);
  if (firstPage === undefined) return undefined;
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  return withHandle(path.join(cluster, name), 'r', async (source) => {
    for (let position = 0; ; ) {
      const { bytesRead } = await source.read(buffer, 0, CHUNK_BYTES, position);
      if (bytesRead === 0) return undefined;
      const [page] = await damagedPages(buffer.subarray(0, bytesRead), { position, firstPage, source });
      if (page !== undefined) return `cluster/${name} is damaged (page ${page})`;
      position += bytesRead;
    }
  });
}

const eachFault = async <T>(files: T[], faultOf: (file: T) => Promise<string | undefined>): Promise<string[]> =>
  (await allFaults(files, faultOf)).filter((fault) => fault !== undefined);

/** Looks at several files at a time; returns what is wrong with each, in their order. */
async function allFaults<T>(
  files: T[],
  faultOf: (file: T) => Promise<string | undefined>,
): Promise<(string | undefined)[]> {
  const faults = files.map((): string | undefined => undefined);
  const rest = files.entries();
  const work = async () => {
    for (const [index, file] of rest) faults[index] = await faultOf(file);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return faults;
}
