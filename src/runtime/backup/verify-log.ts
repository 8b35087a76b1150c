import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { allFaults, eachFault } from './faults';
import type { BackupFolders } from './folders';
import { lastSegmentOf, SEGMENT_BYTES, segmentOf } from './log-places';
import type { Manifest } from './manifest';
import { follow } from './reach';
import type { Verification } from './verification';

/** What verifications share: the log after several backups is the same. */
export type Segments = Map<string, Promise<string | undefined>>;

/** Faults of the log that the backup needs, and the first one of the later log. */
export async function logFaults(
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
