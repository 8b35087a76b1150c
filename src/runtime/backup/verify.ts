import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { replaceFileDurably, unlessMissing, withHandle } from '../../common/files';
import { BACKUP_MANIFEST, checksumOf, filesIn, type ListedFile } from './backup-manifest';
import { contentOf, readPages } from './copy';
import type { BackupFolders } from './folders';
import { lastSegmentOf, SEGMENT_BYTES, segmentOf } from './log-places';
import { damagedManifests, listBackups, type Manifest, OTHERS } from './manifest';
import { damagedPages, firstPageOf } from './pages';
import { follow } from './reach';
import { archiveFaults } from './timelines';

/** The file with the result of the last verification of a backup. */
const RESULT = 'verification.json';
const CHUNK_BYTES = 1024 * 1024;
/** Up to this size a file is read at once. */
const SMALL_BYTES = 1024 * 1024;
const WORKERS = 4;

/** What a verification found. */
export interface Verification {
  /** ISO 8601 in UTC. */
  at: string;
  /** Each names a file and what is wrong with it; nothing can be restored from the backup if there are any. */
  faults: string[];
  /** What a restore of the database does not depend on: uploaded files, and pages that the log may repeat. */
  warnings: string[];
  /** The files that a restore must leave out, with paths relative to the backup. */
  damagedOthers: string[];
  /** The first damaged or missing segment of the later log, and when the one before it was archived. */
  log?: { fault: string; until: string };
  /** Why this could not be noted beside the backup. */
  unnoted?: string;
}

/** What verifications share: the log after several backups is the same. */
type Segments = Map<string, Promise<string | undefined>>;

/**
 * Reads every file of a base backup, and the log that continues it along a timeline; by default its own. Notes the result beside the
 * backup.
 */
export async function verifyBackup(
  folders: BackupFolders,
  backup: Manifest,
  timeline = backup.timeline,
  segments: Segments = new Map(),
): Promise<Verification> {
  const verification = await read(folders, backup, timeline, segments).catch((error: Error) =>
    unreadable(`it cannot be read: ${error.message}`),
  );
  const root = path.join(folders.base, backup.name);
  try {
    // Another process may have removed the backup meanwhile.
    if (existsSync(root))
      await replaceFileDurably(path.join(root, RESULT), `${JSON.stringify(verification, null, 2)}\n`);
  } catch (error) {
    verification.unnoted = (error as Error).message;
  }
  return verification;
}

const unreadable = (fault: string): Verification => ({
  at: new Date().toISOString(),
  faults: [fault],
  warnings: [],
  damagedOthers: [],
});

async function read(
  folders: BackupFolders,
  backup: Manifest,
  timeline: number,
  segments: Segments,
): Promise<Verification> {
  const root = path.join(folders.base, backup.name);
  const [cluster, others, ofLog] = [
    await clusterFaults(root, backup),
    await othersFaults(root, backup),
    await logFaults(folders, backup, timeline, segments),
  ];
  return {
    at: new Date().toISOString(),
    faults: [...cluster.faults, ...ofLog.faults],
    warnings: [...cluster.warnings, ...others.map(({ fault }) => fault)],
    damagedOthers: others.map(({ name }) => name),
    ...(ofLog.log && { log: ofLog.log }),
  };
}

/** The names of backups, the oldest first. */
export interface Verified {
  /** From which everything can be restored. */
  sound: string[];
  /** From which the database can be restored, but not to every moment since, or not all other files. */
  partial: string[];
  /** From which nothing can be restored. */
  damaged: string[];
  /** What is damaged of the archive besides its segments. */
  archive: string[];
}

/** What can be said of a backup. */
type Condition = Exclude<keyof Verified, 'archive'>;

const SAID: Record<Condition, string> = {
  sound: 'sound',
  partial: 'damaged in part; the database can be restored from it',
  damaged: 'damaged; nothing can be restored from it',
};

interface VerifyOptions {
  /** The timeline along which a backup is restored. */
  timelineOf?(backup: Manifest): number;
  report(line: string): void;
}

/** Verifies all backups that are kept, and reports each with what is wrong with it. */
export async function verifyBackups(
  folders: BackupFolders,
  { timelineOf = ({ timeline }) => timeline, report }: VerifyOptions,
): Promise<Verified> {
  const result: Verified = { sound: [], partial: [], damaged: [], archive: archiveFaults(folders) };
  for (const fault of result.archive) report(`${fault}.`);
  const segments: Segments = new Map();
  const isKept = (name: string) => existsSync(path.join(folders.base, name));
  for (const { name, fault } of damagedManifests(folders)) {
    result.damaged.push(name);
    report(`${name}: ${SAID.damaged}.\n  ${fault}`);
  }
  for (const backup of listBackups(folders)) {
    const found = await verifyBackup(folders, backup, timelineOf(backup), segments);
    if (!isKept(backup.name)) continue;
    const condition = conditionOf(found);
    result[condition].push(backup.name);
    const size = condition === 'sound' ? ` (${backup.files} files, ${Math.ceil(backup.bytes / 1024 / 1024)} MB)` : '';
    const unnoted = found.unnoted === undefined ? [] : [`This result could not be noted: ${found.unnoted}`];
    report([`${backup.name}: ${SAID[condition]}${size}.`, ...problemsIn(found), ...unnoted].join('\n  '));
  }
  // A backup may be removed while others are read.
  return {
    ...result,
    sound: result.sound.filter(isKept),
    partial: result.partial.filter(isKept),
    damaged: result.damaged.filter(isKept),
  };
}

/** What the last verification of each kept backup found; without those that were never verified. */
export function lastVerified(folders: BackupFolders): Verified {
  const damaged = damagedManifests(folders).map(({ name }) => name);
  const result: Verified = { sound: [], partial: [], damaged, archive: archiveFaults(folders) };
  for (const backup of listBackups(folders)) {
    const last = lastVerification(folders, backup);
    if (last) result[conditionOf(last)].push(backup.name);
  }
  return result;
}

/** Names damaged backups; undefined if there are none. */
export function describeDamage({ damaged, partial, archive }: Verified): string | undefined {
  if (damaged.length + partial.length + archive.length === 0) return undefined;
  const all = damaged.length > 0 ? [`Damaged backups: ${damaged.join(', ')}.`] : [];
  const some = partial.length > 0 ? [`Backups damaged in part: ${partial.join(', ')}.`] : [];
  return [...all, ...some, ...archive.map((fault) => `${fault}.`)].join(' ');
}

/** What a verification found, in a word. */
export const conditionOf = (found: Verification): Condition =>
  found.faults.length > 0 ? 'damaged' : problemsIn(found).length > 0 ? 'partial' : 'sound';

/** The same in lines of text; none if everything can be restored from the backup. */
const problemsIn = ({ faults, warnings, log }: Verification): string[] => [
  ...faults,
  ...warnings,
  ...(log ? [`${log.fault}; only moments before it can be restored, to about ${log.until}`] : []),
];

/** The result of the last verification of a backup; undefined if there was none. */
export function lastVerification({ base }: BackupFolders, { name }: Pick<Manifest, 'name'>): Verification | undefined {
  try {
    return JSON.parse(readFileSync(path.join(base, name, RESULT), 'utf8')) as Verification;
  } catch {
    return undefined;
  }
}

/** Whether a backup was verified, and the database could be restored from it then. */
export const wasSound = (folders: BackupFolders, backup: Manifest): boolean =>
  lastVerification(folders, backup)?.faults.length === 0;

async function clusterFaults(root: string, { others }: Manifest): Promise<Pick<Verification, 'faults' | 'warnings'>> {
  const cluster = path.join(root, 'cluster');
  const only = (...faults: string[]) => ({ faults, warnings: [] });
  if (!existsSync(cluster)) return only('cluster is missing');
  const names = (await contentOf(cluster, () => false)).files.map((name) => path.normalize(name));
  if (!names.includes(BACKUP_MANIFEST)) {
    if (others !== undefined) return only(`cluster/${BACKUP_MANIFEST} is missing`);
    // Backups of earlier versions list nothing, and may have pages that were being written; the log repeats these.
    return { faults: [], warnings: await eachFault(names, (name) => pageFault(cluster, name)) };
  }
  let listed: ListedFile[];
  try {
    listed = filesIn(await readFile(path.join(cluster, BACKUP_MANIFEST), 'utf8'));
  } catch (error) {
    return only(`cluster/${BACKUP_MANIFEST} is damaged: ${(error as Error).message.split('\n')[0]}`);
  }
  const known = new Set([...listed.map(({ name }) => path.normalize(name)), BACKUP_MANIFEST]);
  return only(
    ...(await eachFault(listed, (file) => fileFault(cluster, file, 'cluster/'))),
    ...names.filter((name) => !known.has(name)).map((name) => `cluster/${name} does not belong to it`),
  );
}

/** Faults of the files besides the cluster. */
async function othersFaults(root: string, { others }: Manifest): Promise<{ name: string; fault: string }[]> {
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

async function logFaults(
  folders: BackupFolders,
  backup: Manifest,
  timeline: number,
  segments: Segments,
): Promise<Pick<Verification, 'faults' | 'log'>> {
  const { files, missing } = follow(folders, backup, timeline);
  const faultOf = (name: string): Promise<string | undefined> => {
    const known = segments.get(name) ?? segmentFault(folders, name);
    segments.set(name, known);
    return known;
  };
  const last = lastSegmentOf(backup);
  const isNeeded = (name: string) => (segmentOf(name)?.segment ?? 0n) <= last;
  const faults = await eachFault(files.filter(isNeeded), faultOf);
  if ((segmentOf(files.at(-1) ?? '')?.segment ?? -1n) < last) {
    const absent = missing === undefined ? `${backup.startSegment}.gz or a later segment` : `${missing}.gz`;
    return { faults: [...faults, `wal/${absent} is missing, which the backup needs`] };
  }
  const endOf = (name: string | undefined) => statSync(path.join(folders.wal, name as string)).mtime.toISOString();
  const later = files.filter((name) => !isNeeded(name));
  const laterFaults = await allFaults(later, faultOf);
  const first = laterFaults.findIndex((fault) => fault !== undefined);
  const fault = laterFaults[first];
  if (fault !== undefined)
    return { faults, log: { fault, until: endOf(files[files.length - later.length + first - 1]) } };
  if (missing === undefined) return { faults };
  return { faults, log: { fault: `wal/${missing}.gz is missing`, until: endOf(files.at(-1)) } };
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
    const { code = '', message } = error as NodeJS.ErrnoException;
    return code.startsWith('Z_')
      ? `wal/${name} is damaged: it cannot be decompressed`
      : `wal/${name} cannot be read: ${message}`;
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
