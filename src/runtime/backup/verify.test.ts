import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  archived,
  BILLS,
  NAME,
  overwrite,
  PAGE,
  REVISIONS,
  segmentBytes,
  testBackups,
  verified,
} from '../../../tests/support/written-backup';
import { BACKUP_MANIFEST } from './backup-manifest';
import { repairHistories } from './histories';
import { listBackups, MANIFEST, type Manifest, OTHERS } from './manifest';
import { lastVerification } from './verification';
import { verifyBackup } from './verify';
import { adviceOn, describeDamage, lastVerified } from './verify-all';

const { folders, of, log } = testBackups();

/** What happens to a file, and what the verification says of it. */
type Damage = [file: string, damage: (file: string) => Promise<unknown>, said: string];

/** Each of them at the same time. */
const DAMAGES: Record<string, () => Damage[]> = {
  'files of all kinds': () => [
    [of('cluster', REVISIONS), (file) => overwrite(file, PAGE + 500), `cluster/${REVISIONS} has changed`],
    [of('cluster', BILLS), (file) => truncate(file, PAGE), `cluster/${BILLS} has ${PAGE} bytes instead of`],
    [of('cluster', 'global', 'pg_control'), (file) => rm(file), 'cluster/global/pg_control is missing'],
    [of('data', 'secrets.json'), (file) => overwrite(file, 5, 3), 'data/secrets.json has changed'],
    [log(2n), (file) => overwrite(file, 200), `wal/${archived(2n)} is damaged`],
  ],
  'the list of files, and a log that is cut': () => [
    [of('cluster', BACKUP_MANIFEST), (file) => overwrite(file, 300, 5), 'cluster/backup_manifest is damaged'],
    [log(2n), (file) => truncate(file, 1000), `wal/${archived(2n)} is damaged`],
  ],
  'no list of files, and no log': () => [
    [of('cluster', BACKUP_MANIFEST), (file) => rm(file), 'cluster/backup_manifest is missing'],
    [log(2n), (file) => rm(file), 'is missing, which the backup needs'],
  ],
  'the manifest': () => [
    [
      of(MANIFEST),
      async (file) => writeFile(file, (await readFile(file, 'utf8')).replace('"timeline": 1', '"timeline": 2')),
      'manifest.json is damaged: its checksum is wrong',
    ],
  ],
  'no manifest': () => [[of(MANIFEST), (file) => rm(file), 'manifest.json is missing']],
  'half a manifest': () => [[of(MANIFEST), (file) => truncate(file, 100), 'manifest.json is damaged']],
};

describe('the verification of a backup', () => {
  it('finds nothing in a sound one, and notes that', async () => {
    const { lines, ...found } = await verified(folders);
    expect([lines, found]).toEqual([
      [`${NAME}: sound (4 files, 2 MB).`],
      { sound: [NAME], partial: [], damaged: [], archive: [] },
    ]);
    expect(lastVerification(folders, { name: NAME })).toMatchObject({ faults: [], warnings: [] });
    expect([lastVerified(folders, []), describeDamage(found)]).toEqual([found, undefined]);
  });

  it.each(Object.entries(DAMAGES))('names each damaged file: %s', async (_, prepare) => {
    const damages = prepare();
    for (const [file, damage] of damages) await damage(file);
    const { lines, ...found } = await verified(folders);
    expect(found).toEqual({ sound: [], partial: [], damaged: [NAME], archive: [] });
    for (const [, , said] of damages) expect(lines.join('\n')).toContain(said);
    expect([lastVerified(folders, []), describeDamage(found)]).toEqual([found, `Damaged backups: ${NAME}.`]);
  });

  it('names damaged and missing histories of later timelines, and the list of timelines, which this backup does not need', async () => {
    await writeFile(path.join(folders.wal, '00000002.history.gz'), 'nothing');
    await writeFile(path.join(folders.wal, '00000003.history.gz'), gzipSync(''));
    await writeFile(path.join(folders.wal, archived(2n, 4)), segmentBytes());
    await writeFile(path.join(folders.root, 'timelines.json'), '[{');
    const { lines, ...found } = await verified(folders);
    expect(found).toEqual({
      sound: [NAME],
      partial: [],
      damaged: [],
      archive: [
        expect.stringMatching(/timelines\.json is damaged: .*; without it/),
        expect.stringMatching(
          /00000002\.history\.gz is damaged: .* before the restore that began timeline 2 to what came after it/,
        ),
        expect.stringContaining('00000003.history.gz is damaged: it names no ancestor; '),
        expect.stringContaining('00000004.history.gz is missing; '),
      ],
    });
    expect(lines.slice(0, 4)).toEqual(found.archive.map((fault) => `${fault}.`));
    expect(adviceOn(found, false)).toBe(`The archive is damaged.
The newest backup, ${NAME}, is sound. Move timelines.json away, then make a new one: npm run backup
What else to do: docs/backups.md, "Damage".`);
    expect([lastVerified(folders, []), describeDamage(found)]).toEqual([found, expect.stringContaining('history.gz')]);
  });

  it('says when the timeline of a missing history began, and whether the history can be written again', async () => {
    const since = '2026-11-21T15:00:00.000Z';
    await writeFile(path.join(folders.root, 'timelines.json'), JSON.stringify([{ timeline: 2, since }]));
    await writeFile(path.join(folders.wal, archived(2n, 2)), segmentBytes());
    const log = path.join(folders.root, 'pg_wal');
    const [lost] = lastVerified(folders, [log]).archive;
    expect(lost).toMatch(new RegExp(`to what came after it, at ${since}; .*, so that nothing writes it again$`));
    await mkdir(log);
    await writeFile(path.join(log, '00000002.history'), '1\t0/2000100\tbefore 2026-11-21\n');
    expect(lastVerified(folders, [log]).archive).toEqual([
      expect.stringContaining('the next backup or restore writes it again'),
    ]);
    expect(await repairHistories(folders, [log])).toEqual(['00000002.history.gz']);
    expect(lastVerified(folders, [log]).archive).toEqual([]);
  });

  it('can run several times at once', async () => {
    const all = await Promise.all([1, 2, 3].map(() => verified(folders)));
    expect(all.map(({ lines }) => lines.length)).toEqual([1, 1, 1]);
    expect(all.map(({ lines }) => lines[0])).toEqual([0, 1, 2].map(() => `${NAME}: sound (4 files, 2 MB).`));
    expect((await readdir(of())).filter((name) => name.endsWith('.draft'))).toEqual([]);
  });

  it('names a file that is not of the backup, which a restore leaves out', async () => {
    await writeFile(of('cluster', 'base', '.DS_Store'), '');
    const { damagedOthers, warnings, faults } = await verifyBackup(folders, listBackups(folders)[0] as Manifest);
    const name = path.join('cluster', 'base', '.DS_Store');
    expect([faults, warnings, damagedOthers]).toEqual([[], [`${name} does not belong to it`], [name]]);
  });

  it('says that the database can be restored if the list of other files is damaged', async () => {
    await overwrite(of(OTHERS), 10, 5);
    const { lines, ...found } = await verified(folders);
    expect(lines).toEqual([
      expect.stringMatching(/damaged in part; the database can be restored.*\n {2}others.json is damaged/),
    ]);
    expect(found).toEqual({ sound: [], partial: [NAME], damaged: [], archive: [] });
  });
});
