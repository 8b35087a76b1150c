import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { DamagedLog } from './damaged-log';
import { allFaults } from './faults';
import type { BackupFolders } from './folders';
import { lastSegmentOf, SEGMENT_BYTES, segmentOf } from './log-places';
import type { Manifest } from './manifest';
import { follow } from './reach';

/** What is wrong with each file of the archive that was read; undefined for a sound one. Verifications share it. */
export type Segments = Map<string, Promise<string | undefined>>;

/**
 * What is wrong with the log that a backup needs itself. Reads the later log, too; `segments` then has what was found. Where a segment is
 * damaged, others may lead on.
 */
export async function neededLogFaults(
  folders: BackupFolders,
  backup: Manifest,
  timeline: number,
  segments: Segments,
): Promise<string[]> {
  const last = lastSegmentOf(backup);
  const isNeeded = (name: string) => (segmentOf(name)?.segment ?? 0n) <= last;
  const lost: DamagedLog = {};
  for (;;) {
    const { files, missing } = follow(folders, backup, timeline, { lost });
    const found = await allFaults(files, (name) => readSegment(folders, name, segments));
    const damaged = files.flatMap((name, index) => (found[index] === undefined ? [] : [[name, found[index]]]));
    Object.assign(lost, Object.fromEntries(damaged));
    if (damaged.length > 0) continue;
    if ((segmentOf(files.at(-1) ?? '')?.segment ?? -1n) >= last) return [];
    const faults = Object.keys(lost)
      .filter(isNeeded)
      .map((name) => lost[name] as string);
    const absent = missing === undefined ? `${backup.startSegment}.gz or a later segment` : `${missing}.gz`;
    return absent in lost ? faults : [...faults, `wal/${absent} is missing, which the backup needs`];
  }
}

/** Reads a file of the archive, unless that was done. @returns what is wrong with it */
export function readSegment(folders: BackupFolders, name: string, segments: Segments): Promise<string | undefined> {
  const known = segments.get(name) ?? segmentFault(folders, name);
  segments.set(name, known);
  return known;
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
