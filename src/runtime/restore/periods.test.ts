import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BackupFolders } from '../backup/folders';
import { segmentFile } from '../backup/log-places';
import { MANIFEST, manifestText } from '../backup/manifest';
import { describeReach } from './periods';

const NAME = '2026-11-21T14-03-00Z';
const ENDED = '2026-11-21T14:03:01.000Z';

describe('the period that can be restored', () => {
  let folders: BackupFolders;

  beforeEach(async () => {
    const root = await mkdtemp(path.join(os.tmpdir(), 'rostra-reach-'));
    folders = { root, base: path.join(root, 'base'), wal: path.join(root, 'wal') };
    await mkdir(folders.wal);
    await backUp(NAME, ENDED, 2n);
    await archive(1, 2n, '2026-11-21T14:04:00.000Z');
    await archive(1, 3n, '2026-11-21T16:00:00.000Z');
  });

  afterEach(() => rm(folders.root, { recursive: true }));

  async function backUp(name: string, endedAt: string, segment: bigint): Promise<void> {
    await mkdir(path.join(folders.base, name), { recursive: true });
    const manifest = {
      name,
      begunAt: endedAt,
      endedAt,
      startLsn: `0/${segment}000028`,
      stopLsn: `0/${segment + 1n}000120`,
      startSegment: segmentFile(1, segment),
      timeline: 1,
      systemIdentifier: '7612345678901234567',
      postgresMajor: 18,
      rostraVersion: '0.1.0',
      files: 1,
      bytes: 1,
    };
    await writeFile(path.join(folders.base, name, MANIFEST), manifestText(manifest));
  }

  async function archive(timeline: number, segment: bigint, at: string): Promise<void> {
    const file = path.join(folders.wal, `${segmentFile(timeline, segment)}.gz`);
    await writeFile(file, '');
    await utimes(file, new Date(at), new Date(at));
  }

  const reachesTo = (end: string) => expect.stringContaining(`The archive reaches from ${ENDED} to ${end}.`);

  it('ends with the log, and where a timeline began whose history is missing', async () => {
    expect(describeReach(folders, false)).toEqual(reachesTo('2026-11-21T16:00:00.000Z'));
    const timelines = [
      { timeline: 1, since: '2026-11-21T14:03:00.000Z' },
      { timeline: 2, since: '2026-11-21T15:00:00.000Z' },
    ];
    await writeFile(path.join(folders.root, 'timelines.json'), JSON.stringify(timelines));
    await archive(2, 3n, '2026-11-21T17:00:00.000Z');
    expect(describeReach(folders, false)).toEqual(reachesTo('2026-11-21T14:59:59.999Z'));
    await writeFile(path.join(folders.wal, '00000002.history.gz'), gzipSync('1\t0/3001000\tbefore 2026-11-21\n'));
    expect(describeReach(folders, false)).toEqual(reachesTo('2026-11-21T17:00:00.000Z'));
  });

  it('begins with the first backup whose own log is there', async () => {
    const later = '2026-11-21T16:30:00.000Z';
    await backUp('2026-11-21T16-30-00Z', later, 5n);
    await archive(1, 5n, '2026-11-21T17:00:00.000Z');
    await archive(1, 6n, '2026-11-21T18:00:00.000Z');
    expect(describeReach(folders, true)).toBe(
      `The archive reaches from ${ENDED} to 2026-11-21T16:00:00.000Z. After that, wal/${segmentFile(1, 4n)}.gz is missing.
The archive reaches from ${later} to 2026-11-21T18:00:00.000Z. The database's own folder has its last transactions as well.`,
    );
    await rm(path.join(folders.wal, `${segmentFile(1, 3n)}.gz`));
    expect(describeReach(folders, false)).toContain(`from ${later} to 2026-11-21T18:00:00.000Z.`);
    await rm(path.join(folders.wal, `${segmentFile(1, 6n)}.gz`));
    expect(describeReach(folders, false)).toBe('The archive alone can restore nothing.');
  });

  it('is interrupted where the service stood still for a restore', async () => {
    const timelines = [
      { timeline: 1, since: '2026-11-21T14:03:00.000Z' },
      { timeline: 2, since: '2026-11-21T16:10:00.000Z' },
    ];
    await writeFile(path.join(folders.root, 'timelines.json'), JSON.stringify(timelines));
    await writeFile(path.join(folders.wal, '00000002.history.gz'), gzipSync('1\t0/3001000\tbefore 2026-11-21\n'));
    await archive(2, 3n, '2026-11-21T17:00:00.000Z');
    expect(describeReach(folders, false)).toBe(
      `The archive reaches from ${ENDED} to 2026-11-21T16:00:00.000Z. The service went over to timeline 2 at 2026-11-21T16:10:00.000Z.
The archive reaches from 2026-11-21T16:10:00.000Z to 2026-11-21T17:00:00.000Z.`,
    );
  });

  it('ends where the log was damaged when it was last verified, and lacks backups that were damaged then', async () => {
    await archive(1, 4n, '2026-11-21T17:00:00.000Z');
    const fault = `wal/${segmentFile(1, 4n)}.gz is damaged: it cannot be decompressed`;
    const damaged = { [`${segmentFile(1, 4n)}.gz`]: fault };
    await writeFile(path.join(folders.root, 'damaged-log.json'), JSON.stringify(damaged));
    expect(describeReach(folders, true)).toBe(
      `The archive reaches from ${ENDED} to 2026-11-21T16:00:00.000Z. After that, ${fault}.`,
    );
    const note = { at: ENDED, faults: ['cluster is missing'], warnings: [], damagedOthers: [] };
    await writeFile(path.join(folders.base, NAME, 'verification.json'), JSON.stringify(note));
    expect(describeReach(folders, true)).toBe('The archive alone can restore nothing.');
  });

  it('is none without a backup', async () => {
    await rm(path.join(folders.base, NAME), { recursive: true });
    expect(describeReach(folders, false)).toBe('The archive alone can restore nothing.');
  });
});
