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
  const needed = files.filter(isNeeded);
  const faults = await eachFault(needed, faultOf);
  if ((segmentOf(files.at(-1) ?? '')?.segment ?? -1n) < last) {
    const absent = missing === undefined ? `${backup.startSegment}.gz or a later segment` : `${missing}.gz`;
    return { faults: [...faults, `wal/${absent} is missing, which the backup needs`] };
  }
  const later = files.slice(needed.length);
  const laterFaults = await allFaults(later, faultOf);
  const first = laterFaults.findIndex((fault) => fault !== undefined);
  const sound = first === -1 ? files : files.slice(0, needed.length + first);
  const segment = files[sound.length]?.slice(0, 24) ?? missing;
  if (segment === undefined) return { faults };
  const end = sound.at(-1) ?? '';
  const log = {
    fault: laterFaults[first] ?? `wal/${segment}.gz is missing`,
    segment,
    timeline: segmentOf(end)?.timeline ?? timeline,
    until: statSync(path.join(folders.wal, end)).mtime.toISOString(),
  };
  return { faults, log };
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
