import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { MANIFEST, type Manifest, manifestText } from '../../src/runtime/backup/manifest';
import { damageIn } from '../../src/runtime/restore/damage';
import { selectBackup } from '../../src/runtime/restore/select-backup';
import { killDatabase, momentNow, statusOf } from '../support/backup';
import { type BareDatabase, bareDatabaseIn, makeBareDatabase } from '../support/bare-database';
import { testService } from '../support/client';
import { type Done, runCommand } from '../support/service';
import {
  archived,
  BILLS,
  NAME,
  overwrite,
  PAGE,
  segmentBytes,
  testBackups,
  verified,
  writeBackup,
} from '../support/written-backup';

/** A backup that is newer than the other. */
const NEWEST = '2026-11-21T15-03-00Z';

let database: BareDatabase;

const run = (name: string, args: string[], settings: Record<string, string> = {}): Promise<Done> =>
  runCommand(name, args, { ...database.environment, ...settings });

beforeAll(async () => {
  database = await makeBareDatabase(testService.environment);
});

afterAll(() => rm(database.dataDir, { recursive: true, force: true }));

/** What its commands say, of backups with few files. What the verification says of each kind of file is in `src/runtime/backup/verify.test.ts`. */
describe('a damaged backup', () => {
  const { folders, log } = testBackups();
  const backups = () => ({ BACKUP_DIR: folders.root });
  const inNewest = (...names: string[]) => path.join(folders.base, NEWEST, ...names);

  it('is told from a sound one by its command, which needs no service', async () => {
    const begun = Date.now();
    const { code, out, err } = await run('backup', ['--verify'], backups());
    expect([code, err, out]).toEqual([0, '', expect.stringMatching(`${NAME}: sound \\(\\d+ files, \\d+ MB\\)`)]);
    expect(Date.parse((await statusOf(database)).lastVerifiedAt ?? '')).toBeGreaterThanOrEqual(begun);

    await writeBackup(folders, { name: NEWEST });
    await overwrite(inNewest('cluster', BILLS), PAGE + 500);
    const damaged = await run('backup', ['--verify'], backups());
    expect([damaged.code, damaged.out]).toEqual([1, expect.stringContaining(`${NEWEST}: damaged`)]);
    expect(damaged.out).toContain(`cluster/${BILLS} has changed`);
    expect(damaged.err).toContain(`The newest sound backup is ${NAME}. Make a new one now`);
    expect((await statusOf(database)).lastError).toContain(`Damaged backups: ${NEWEST}`);
  });

  it('is restored by nobody; what can be restored instead is named, and the present database stays', async () => {
    await writeBackup(folders, { name: NEWEST });
    await verified(folders);
    await overwrite(inNewest('cluster', BILLS), PAGE + 500);
    await rm(inNewest('cluster', 'PG_VERSION'));
    const refused = await run('restore', ['--latest'], backups());
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`cluster/${BILLS} has changed`)]);
    expect(refused.err).toContain('cluster/PG_VERSION is missing');
    expect(refused.err).toContain(`Sound when they were last verified: ${NAME}`);
    expect(readdirSync(database.dataDir).filter((name) => name.startsWith('postgres.'))).toEqual(['postgres.log']);
    const { out } = await run('restore', ['--list'], backups());
    expect(out).toMatch(new RegExp(`${NEWEST} .* damaged, verified 2\\S+Z\n`));
    expect(selectBackup(folders, undefined, NAME).backup.name).toBe(NAME);
    await writeFile(log(3n), segmentBytes());
    await rm(log(2n));
    const { code, err } = await run('restore', ['--latest', '--backup', NAME], backups());
    const missing = `wal/${archived(2n)} is missing, which the backup needs`;
    expect([code, err]).toEqual([1, expect.stringContaining(missing)]);
  });

  it('is passed over if its manifest is damaged; of a damaged log, everything before the damage can be restored', async () => {
    await writeBackup(folders, { name: NEWEST });
    await truncate(inNewest(MANIFEST), 100);
    await writeFile(log(3n), segmentBytes().subarray(0, 1000));
    const found = await run('backup', ['--verify'], backups());
    const fault = `wal/${archived(3n)} is damaged: it cannot be decompressed`;
    expect([found.code, found.out]).toEqual([1, expect.stringContaining(`${fault}; only moments before it`)]);
    expect(found.out).toContain(`. After that, ${fault}.\n`);
    // backup.test.ts restores with such a command.
    expect(found.out).toContain(`npm run restore -- --latest --up-to-damage --backup ${NAME}\n`);

    const refused = await run('restore', ['--latest'], backups());
    expect([refused.code, refused.out]).toEqual([1, expect.stringMatching(`Passed over: ${NEWEST}: .*manifest.json`)]);
    expect(refused.err).toMatch(`${fault}. Add --up-to-damage`);
    expect(() => selectBackup(folders, undefined, NEWEST)).toThrow(`${NEWEST} cannot restore that: manifest.json is`);
  });
});

/** Follows one database through its restores, in order. */
describe('a database that is restored', () => {
  let whole: Manifest;
  /** On another machine. */
  let elsewhere: BareDatabase;
  /** The file of a table of eight pages, relative to the cluster. */
  let spare: string;
  let moment = '';

  const segments = async () => (await readdir(database.folders.wal)).filter((name) => /^\w{24}\.gz$/.test(name)).sort();

  beforeAll(async () => {
    await database.use(async (client) => {
      await client.query(
        "create table spare as select repeat('x', 1000) as text from generate_series(1, 50); checkpoint",
      );
      spare = (await client.query("select pg_relation_filepath('spare') as file")).rows[0].file;
      whole = await database.backUp(client);
      await database.add(client, 4711);
    });
    const dataDir = `${database.dataDir}-elsewhere`;
    await mkdir(dataDir);
    await chmod(dataDir, 0o711);
    elsewhere = bareDatabaseIn({ ...database.environment, DATA_DIR: dataDir, BACKUP_DIR: database.folders.root });
  });

  afterAll(() => rm(elsewhere.dataDir, { recursive: true, force: true }));

  it('on another machine is refused for a moment after everything that was archived', async () => {
    await expect(elsewhere.restore({ moment: new Date() })).rejects.toThrow('--latest restores everything');
  });

  it('has everything before the damage of its log', async () => {
    const before = await segments();
    await database.use((client) => database.add(client, 4712));
    const [damaged = ''] = (await segments()).filter((name) => !before.includes(name));
    await truncate(path.join(database.folders.wal, damaged), 1000);
    // Otherwise it would be written again from there.
    await rm(path.join(database.placement.cluster, 'pg_wal', damaged.slice(0, 24)), { force: true });
    const fault = `wal/${damaged} is damaged: it cannot be decompressed`;
    expect((await database.restore({ upToDamage: true })).endedBy).toBe(fault);
  });

  it('has lost nothing when it was killed and its log is still there', async () => {
    await database.use(async (client) => {
      expect(await database.numbers(client)).toEqual([4711]);
      await database.add(client, 4713);
      moment = await momentNow();
      await database.add(client, 4714);
    });
    await database.use(async (client) => {
      await database.add(client, 4715);
      await killDatabase(database);
    });
    expect(await database.restore()).toMatchObject({ endedBy: undefined, counts: { numbers: 4 } });
    await database.use(async (client) => {
      expect(await database.numbers(client)).toEqual([4711, 4713, 4714, 4715]);
      await database.add(client, 4716);
    });
  });

  it('names what can be restored when a moment is too early, once the archive has the histories of its timelines', async () => {
    // The database has the history of its timeline, too.
    const history = path.join(database.folders.wal, '00000003.history.gz');
    const before = readFileSync(history);
    await rm(history);
    const { code, err, out } = await run('restore', ['--to', '2020-01-01 00:00']);
    expect([code, err]).toEqual([1, expect.stringMatching(/reaches from 2\S+Z to 2\S+Z/)]);
    expect(out).toContain('wal/00000003.history.gz was damaged or missing, and is written again');
    expect(gunzipSync(readFileSync(history))).toEqual(gunzipSync(before));
  });

  it('is what was there at a moment, also after another restore; on another machine, not what that gave up', async () => {
    const { aside, endedBy } = await database.restore({ moment: new Date(moment) });
    expect([existsSync(path.join(aside ?? '', 'PG_VERSION')), endedBy]).toEqual([true, undefined]);
    // Nothing that was written after the restore has been archived.
    expect(await elsewhere.restore()).toMatchObject({ aside: undefined, endedBy: undefined });
    for (const each of [elsewhere, database]) expect(await each.use(each.numbers)).toEqual([4711, 4713]);
  });

  it('is not backed up when it is damaged, which a restore would find; the earlier backups stay', async () => {
    const { base } = database.folders;
    const newest = `${whole.name}-newest`;
    await mkdir(path.join(base, newest));
    await writeFile(path.join(base, newest, MANIFEST), manifestText(whole).slice(0, 100));
    // A sound one changes nothing about the damaged one.
    const made = await run('backup', []);
    expect([made.code, made.out]).toEqual([0, expect.stringContaining(`Damaged backups: ${newest}. `)]);
    expect(made.out).toMatch(/From 2\S+Z on, any moment can be restored\. Some earlier ones, too: /);
    expect((await statusOf(database)).lastError).toContain(`Damaged backups: ${newest}. `);
    const found = await run('backup', ['--verify']);
    expect(found.err).toMatch(/The newest backup, [^ ]+, is sound\.$/m);
    // What the restore left of the damaged log is none of its own.
    expect(found.out).toContain(`${whole.name}: sound`);
    const before = await readdir(base);
    await database.use(async (client, url) => {
      await client.query('checkpoint');
      await overwrite(path.join(database.placement.cluster, spare), 2 * PAGE + 500);
      expect(await database.numbers(client)).toContain(4711);
      const { code, err } = await run('backup', [], { BACKUP_KEEP: '1' });
      expect([code, err]).toEqual([1, expect.stringMatching(/The database is damaged.*\(page 2\)/)]);
      expect(await readdir(base)).toEqual(before);
      expect((await statusOf(database)).lastError).toContain('The database is damaged');
      expect(await damageIn(url)).toEqual([expect.stringContaining('table spare: invalid page')]);
    });
  });
});
