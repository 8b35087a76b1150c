import { cp, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  archived,
  NAME,
  overwrite,
  segmentBytes,
  testBackups,
  verified,
  writeBackup,
} from '../../../tests/support/written-backup';
import { clearSharedDrafts } from '../../common/files';
import { damagedLog } from './damaged-log';
import { SEGMENT_BYTES, segmentFile } from './log-places';
import { listBackups, type Manifest } from './manifest';
import { reachOf } from './reach';
import { repairLog } from './repair-log';
import { verifyBackup } from './verify';
import { describeDamage, lastVerified } from './verify-all';

const LATER = '2026-11-21T15-00-00Z';
const { folders, log } = testBackups();

const reaches = () => listBackups(folders).map((backup) => reachOf(folders, backup, 1).damage?.segment);

/** A restore to a moment before the third segment began timeline 2. */
async function restoredOnce(): Promise<void> {
  await writeFile(path.join(folders.wal, '00000002.history.gz'), gzipSync('1\t0/3000000\tbefore 2026-11-21\n'));
  const timelines = [
    { timeline: 1, since: '2026-11-21T14:00:00.000Z' },
    { timeline: 2, since: new Date(Date.now() + 60_000).toISOString() },
  ];
  await writeFile(path.join(folders.root, 'timelines.json'), JSON.stringify(timelines));
}

describe('the verification of the log', () => {
  beforeEach(async () => {
    for (const segment of [3n, 4n]) await cp(log(2n), log(segment));
  });

  it('says that nothing can be restored past a gap that the backup itself needs', async () => {
    await writeBackup(folders, { stopLsn: '0/4000120' });
    await rm(log(3n));
    expect(await verified(folders)).toMatchObject({
      lines: [expect.stringContaining(`wal/${archived(3n)} is missing, which the backup needs`)],
      damaged: [NAME],
    });
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['has a gap', () => rm(log(3n)), `wal/${archived(3n)} is missing`],
    ['is damaged', () => overwrite(log(3n), 200), `wal/${archived(3n)} is damaged: it cannot be decompressed`],
  ])(
    'says how to restore what is before a later part that %s, whichever backup it was found with',
    async (_, damage, fault) => {
      await writeBackup(folders, { name: LATER });
      expect((await verified(folders)).sound).toEqual([NAME, LATER]);
      await damage();
      // As a restore does, which reads one backup only.
      const [, later] = listBackups(folders) as [Manifest, Manifest];
      expect((await verifyBackup(folders, later)).log).toMatchObject({ segment: segmentFile(1, 3n), timeline: 1 });
      expect(lastVerified(folders, []).partial).toEqual([NAME, LATER]);
      const { lines, ...found } = await verified(folders);
      expect(found).toEqual({ sound: [], partial: [NAME, LATER], damaged: [], archive: [] });
      for (const [index, name] of [NAME, LATER].entries())
        expect(lines[index]).toBe(`${name}: damaged in part; the database can be restored from it.
  ${fault}; only moments before it can be restored. Everything before it:
    npm run restore -- --latest --up-to-damage --backup ${name}`);
      expect([lastVerified(folders, []), describeDamage(found)]).toEqual([found, expect.stringContaining('in part: ')]);
      expect(reaches()).toEqual([segmentFile(1, 3n), segmentFile(1, 3n)]);
    },
  );

  it('keeps in mind the damage on a timeline that the service has left, until the file is repaired', async () => {
    await overwrite(log(3n), 200);
    const archivedAt = new Date('2026-11-21T14:02:00Z');
    await utimes(log(2n), archivedAt, archivedAt);
    await verified(folders);
    await restoredOnce();
    // Its own log leads to the present, and is whole.
    expect((await verified(folders)).sound).toEqual([NAME]);
    expect(reaches()).toEqual([segmentFile(1, 3n)]);
    await rm(path.join(folders.wal, '00000002.history.gz'));
    // The clock that set the times of the archive was behind that of the database.
    expect((await verified(folders)).lines.join('\n')).toContain(
      `npm run restore -- --to 2026-11-21T14:03:01.000Z --up-to-damage --backup ${NAME}`,
    );
    await writeFile(log(3n), segmentBytes());
    await restoredOnce();
    await verified(folders);
    expect([reaches(), damagedLog(folders)]).toEqual([[undefined], {}]);
  });

  it('says why it cannot be noted; what killed ones have left goes with the next backup', async () => {
    await overwrite(log(3n), 200);
    await mkdir(path.join(folders.root, 'damaged-log.json'));
    expect((await verified(folders)).lines[0]).toMatch(/This result could not be noted: E/);
    const names = await readdir(folders.root);
    const draft = path.join(folders.root, 'damaged-log.json.0a1b2c3d.shared-draft');
    for (const [file, time] of [
      [draft, new Date(0)],
      [`${draft}.shared-draft`, new Date()],
    ] as const) {
      await writeFile(file, '{');
      await utimes(file, time, time);
    }
    await clearSharedDrafts(folders.root);
    expect(await readdir(folders.root)).toEqual([...names, path.basename(`${draft}.shared-draft`)].sort());
  });

  it("is not needed where the database's own folder has what the archive lacks", async () => {
    const [backup] = listBackups(folders) as [Manifest];
    const [own, short] = ['pg_wal', 'other'].map((name) => path.join(folders.root, name)) as [string, string];
    for (const folder of [own, short]) await mkdir(folder);
    await rm(log(3n));
    await writeFile(path.join(short, segmentFile(1, 3n)), 'cut');
    expect(await repairLog(folders, { backup, timeline: 1, logs: [short] })).toEqual([]);
    await writeFile(path.join(own, segmentFile(1, 3n)), Buffer.alloc(Number(SEGMENT_BYTES), 'log'));
    await rm(log(2n));
    await writeFile(path.join(own, segmentFile(1, 2n)), Buffer.alloc(Number(SEGMENT_BYTES)));
    expect(await repairLog(folders, { backup, timeline: 1, logs: [short, own] })).toEqual([archived(2n), archived(3n)]);
    expect(
      gunzipSync(await readFile(log(3n)))
        .subarray(0, 3)
        .toString(),
    ).toBe('log');
    expect((await stat(log(3n))).mode & 0o777).toBe(0o600);
    expect((await verified(folders)).sound).toEqual([NAME]);
    await overwrite(log(3n), 200);
    const lost = { [archived(3n)]: 'damaged' };
    expect(await repairLog(folders, { backup, timeline: 1, logs: [own], lost })).toEqual([archived(3n)]);
    expect((await verified(folders)).sound).toEqual([NAME]);
  });
});
