import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { BACKUP_MANIFEST, backupManifestOf, checksumOf } from './backup-manifest';
import type { BackupFolders } from './folders';
import { repairHistories } from './histories';
import { SEGMENT_BYTES, segmentFile } from './log-places';
import { listBackups, MANIFEST, type Manifest, manifestText, OTHERS } from './manifest';
import { reachOf } from './reach';
import { lastVerification } from './verification';
import { verifyBackup } from './verify';
import { adviceOn, describeDamage, lastVerified, type Verified, verifyBackups } from './verify-all';

const PAGE = 8192;
const NAME = '2026-11-21T14-03-00Z';
const SEGMENTS = ['000000010000000000000002.gz', '000000010000000000000003.gz', '000000010000000000000004.gz'] as const;
/** Files of the backup, of more than a megabyte and of three pages. */
const REVISIONS = 'base/5/16384';
const BILLS = 'base/5/16385';

let folders: BackupFolders;
let archived: Buffer;

const of = (...names: string[]) => path.join(folders.base, NAME, ...names);
const segment = (index = 0) => path.join(folders.wal, SEGMENTS[index] as string);

/** Overwrites a part of a file. */
async function overwrite(file: string, at: number, bytes = 100): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(bytes, 0xa5), 0, bytes, at);
  await handle.close();
}

/** Writes a backup as `makeBackup` does, with few files. It needs the first segment of the log. */
async function writeBackup(stopLsn = '0/2000120'): Promise<void> {
  const cluster = { [REVISIONS]: PAGE * 130, [BILLS]: PAGE * 3, 'global/pg_control': PAGE, PG_VERSION: 3 };
  const files = Object.entries(cluster).map(([name, bytes]) => ({ name, content: Buffer.alloc(bytes, name) }));
  const others = [{ name: 'data/secrets.json', content: Buffer.from('{"APP_KEYS":"a,b"}') }];
  const listed = ({ name, content }: (typeof files)[number]) => ({
    name,
    bytes: content.length,
    checksum: checksumOf(content),
  });
  const write = async (name: string, content: string | Buffer) => {
    await mkdir(path.dirname(of(name)), { recursive: true });
    await writeFile(of(name), content);
  };
  for (const { name, content } of files) await write(path.join('cluster', name), content);
  for (const { name, content } of others) await write(name, content);
  const list = JSON.stringify(others.map(listed));
  await write(OTHERS, list);
  const manifest: Manifest = {
    name: NAME,
    begunAt: '2026-11-21T14:03:00.000Z',
    endedAt: '2026-11-21T14:03:01.000Z',
    startLsn: '0/2000028',
    stopLsn,
    startSegment: segmentFile(1, 2n),
    timeline: 1,
    systemIdentifier: '7612345678901234567',
    postgresMajor: 18,
    rostraVersion: '0.1.0',
    files: files.length,
    bytes: files.reduce((sum, { content }) => sum + content.length, 0),
    others: checksumOf(list),
  };
  const ofCluster = files.map((file) => ({ ...listed(file), modifiedAt: new Date(0) }));
  await write(path.join('cluster', BACKUP_MANIFEST), backupManifestOf(ofCluster, manifest));
  await write(MANIFEST, manifestText(manifest));
}

const verified = async (): Promise<{ lines: string[] } & Verified> => {
  const lines: string[] = [];
  return { lines, ...(await verifyBackups(folders, { logs: [], report: (line) => lines.push(line) })) };
};

beforeAll(() => {
  archived = gzipSync(Buffer.alloc(Number(SEGMENT_BYTES)), { level: 1 });
});

beforeEach(async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'rostra-verify-'));
  folders = { root, base: path.join(root, 'base'), wal: path.join(root, 'wal') };
  await mkdir(folders.wal);
  await writeFile(segment(), archived);
  await writeBackup();
});

afterEach(() => rm(folders.root, { recursive: true }));

/** What happens to a file, and what the verification says of it. */
type Damage = [file: string, damage: (file: string) => Promise<unknown>, said: string];

/** Each of them at the same time. */
const DAMAGES: Record<string, () => Damage[]> = {
  'files of all kinds': () => [
    [of('cluster', REVISIONS), (file) => overwrite(file, PAGE + 500), `cluster/${REVISIONS} has changed`],
    [of('cluster', BILLS), (file) => truncate(file, PAGE), `cluster/${BILLS} has ${PAGE} bytes instead of`],
    [of('cluster', 'global', 'pg_control'), (file) => rm(file), 'cluster/global/pg_control is missing'],
    [of('cluster', 'base', '999'), (file) => writeFile(file, ''), 'cluster/base/999 does not belong'],
    [of('data', 'secrets.json'), (file) => overwrite(file, 5, 3), 'data/secrets.json has changed'],
    [segment(), (file) => overwrite(file, 200), `wal/${SEGMENTS[0]} is damaged`],
  ],
  'the list of files, and a log that is cut': () => [
    [of('cluster', BACKUP_MANIFEST), (file) => overwrite(file, 300, 5), 'cluster/backup_manifest is damaged'],
    [segment(), (file) => truncate(file, 1000), `wal/${SEGMENTS[0]} is damaged`],
  ],
  'no list of files, and no log': () => [
    [of('cluster', BACKUP_MANIFEST), (file) => rm(file), 'cluster/backup_manifest is missing'],
    [segment(), (file) => rm(file), 'is missing, which the backup needs'],
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
    const { lines, ...found } = await verified();
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
    const { lines, ...found } = await verified();
    expect(found).toEqual({ sound: [], partial: [], damaged: [NAME], archive: [] });
    for (const [, , said] of damages) expect(lines.join('\n')).toContain(said);
    expect([lastVerified(folders, []), describeDamage(found)]).toEqual([found, `Damaged backups: ${NAME}.`]);
  });

  it('names damaged and missing histories of later timelines, and the list of timelines, which this backup does not need', async () => {
    await writeFile(path.join(folders.wal, '00000002.history.gz'), 'nothing');
    await writeFile(path.join(folders.wal, '00000003.history.gz'), gzipSync(''));
    await writeFile(path.join(folders.wal, `${segmentFile(4, 2n)}.gz`), archived);
    await writeFile(path.join(folders.root, 'timelines.json'), '[{');
    const { lines, ...found } = await verified();
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
    await writeFile(path.join(folders.wal, `${segmentFile(2, 2n)}.gz`), archived);
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
    const all = await Promise.all([verified(), verified(), verified()]);
    expect(all.map(({ lines }) => lines.length)).toEqual([1, 1, 1]);
    expect(all.map(({ lines }) => lines[0])).toEqual([0, 1, 2].map(() => `${NAME}: sound (4 files, 2 MB).`));
    expect((await readdir(of())).filter((name) => name.endsWith('.draft'))).toEqual([]);
  });

  it('says that the database can be restored if the list of other files is damaged', async () => {
    await overwrite(of(OTHERS), 10, 5);
    const { lines, ...found } = await verified();
    expect(lines).toEqual([
      expect.stringMatching(/damaged in part; the database can be restored.*\n {2}others.json is damaged/),
    ]);
    expect(found).toEqual({ sound: [], partial: [NAME], damaged: [], archive: [] });
  });

  it('says that nothing can be restored past a gap in the log that the backup itself needs', async () => {
    await writeBackup('0/4000120');
    await cp(segment(), segment(2));
    expect(await verified()).toMatchObject({
      lines: [expect.stringContaining(`wal/${SEGMENTS[1]} is missing, which the backup needs`)],
      damaged: [NAME],
    });
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['has a gap', () => rm(segment(1)), new RegExp(`wal/${SEGMENTS[1]} is missing; only moments before it`)],
    [
      'is damaged',
      () => overwrite(segment(1), 200),
      new RegExp(`wal/${SEGMENTS[1]} is damaged.*; only moments before`),
    ],
  ])('says up to when a later log leads that %s', async (_, damage, said) => {
    for (const index of [1, 2]) await cp(segment(), segment(index));
    expect((await verified()).sound).toEqual([NAME]);
    await damage();
    const { lines, ...found } = await verified();
    expect([lines.join('\n'), found]).toEqual([
      expect.stringMatching(said),
      { sound: [], partial: [NAME], damaged: [], archive: [] },
    ]);
    expect([lastVerified(folders, []), describeDamage(found)]).toEqual([found, expect.stringContaining('in part: ')]);
    const until = (await stat(segment())).mtime.toISOString();
    expect(lines.join('\n')).toContain(`npm run restore -- --to ${until} --up-to-damage --backup ${NAME}`);
    const noted = { segment: segmentFile(1, 3n), timeline: 1 };
    expect(lastVerification(folders, { name: NAME })?.log).toMatchObject(noted);
    // A restore begins a timeline before it.
    await writeFile(path.join(folders.wal, '00000002.history.gz'), gzipSync('1\t0/3000000\tbefore 2026-11-21\n'));
    const [backup] = listBackups(folders) as [Manifest];
    await verifyBackup(folders, backup, 2);
    expect(lastVerification(folders, backup)).toMatchObject({ faults: [], logs: { 1: noted } });
    expect(lastVerification(folders, backup)?.log).toBeUndefined();
    expect(reachOf(folders, backup, 1)).toMatchObject({
      end: (await stat(segment())).mtime,
      fault: expect.stringContaining(`${SEGMENTS[1]} is `),
    });
  });
});
