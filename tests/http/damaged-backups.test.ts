import { existsSync } from 'node:fs';
import { cp, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BackupFolders } from '../../src/runtime/backup/folders';
import { listBackups } from '../../src/runtime/backup/manifest';
import { verifyBackups } from '../../src/runtime/backup/verify';
import { withClient } from '../../src/runtime/pg-client';
import { damageIn } from '../../src/runtime/restore/damage';
import { statement, statusOf } from '../support/backup';
import { type Done, removeService, runCommand, type Service, startService } from '../support/service';
import { databaseUrlOf } from '../support/test-service';
import { waitFor } from '../support/wait-for';

const PAGE = 8192;

/** Overwrites a part of a file. */
async function overwrite(file: string, at: number, bytes = 100): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(bytes, 0xa5), 0, bytes, at);
  await handle.close();
}

describe('a damaged backup', () => {
  let service: Service;
  let folders: BackupFolders;
  let whole: string;
  /** Files of tables in the backup, and the first segment that it needs. */
  let revisions: string;
  let bills: string;
  let firstSegment: string;

  const run = (name: string, ...args: string[]): Promise<Done> => runCommand(name, args, service.environment);
  const of = (...names: string[]) => path.join(folders.base, whole, ...names);
  /** Writes a table to the disk; returns its file, relative to the cluster. */
  const fileOf = async (table: string): Promise<string> =>
    withClient({ connectionString: await databaseUrlOf(service) }, async (client) => {
      await client.query('checkpoint');
      return (await client.query('select pg_relation_filepath($1) as file', [table])).rows[0].file;
    });

  beforeAll(async () => {
    service = await startService({ SAMPLE_DATA: 'true' });
    const root = path.join(service.dataDir, 'backups');
    folders = { root, base: path.join(root, 'base'), wal: path.join(root, 'wal') };
    expect((await run('backup')).code).toBe(0);
    [whole = ''] = await readdir(folders.base);
    [revisions, bills] = [await fileOf('rostra_revisions'), await fileOf('bills')];
    firstSegment = `${listBackups(folders)[0]?.startSegment}.gz`;
    expect((await stat(of('cluster', revisions))).size).toBeGreaterThan(3 * PAGE);
  });

  afterAll(() => removeService(service));

  const verified = async (): Promise<{ lines: string[]; sound: string[]; damaged: string[] }> => {
    const lines: string[] = [];
    return { lines, ...(await verifyBackups(folders, { report: (line) => lines.push(line) })) };
  };

  it('is told from a sound one by its command, which needs no service', async () => {
    expect(await verified()).toMatchObject({ sound: [whole], damaged: [] });
    const { code, out, err } = await run('backup', '--verify');
    expect([code, err, out]).toEqual([0, '', expect.stringMatching(`${whole}: sound \\(\\d+ files, \\d+ MB\\)`)]);
    expect(Date.parse((await statusOf(service)).lastVerifiedAt ?? '')).toBeGreaterThan(Date.now() - 600_000);
  });

  /** What happens to a file, and what the verification says of it. */
  type Damage = [file: string, damage: (file: string) => Promise<unknown>, said: string];
  const segment = () => path.join(folders.wal, firstSegment);

  /** Each of them at the same time. */
  const DAMAGES: Record<string, () => Damage[]> = {
    'files of all kinds': () => [
      [of('cluster', revisions), (file) => overwrite(file, PAGE + 500), `cluster/${revisions} has changed`],
      [of('cluster', bills), (file) => truncate(file, PAGE), `cluster/${bills} has ${PAGE} bytes instead of`],
      [of('cluster', 'global', 'pg_control'), (file) => rm(file), 'cluster/global/pg_control is missing'],
      [of('cluster', 'base', '999'), (file) => writeFile(file, ''), 'cluster/base/999 does not belong'],
      [of('data', 'secrets.json'), (file) => overwrite(file, 5, 3), 'data/secrets.json has changed'],
      [segment(), (file) => overwrite(file, 200), `wal/${firstSegment} is damaged`],
    ],
    'the list of files, and a log that is cut': () => [
      [of('cluster', 'backup_manifest'), (file) => overwrite(file, 300, 5), 'cluster/backup_manifest is damaged'],
      [segment(), (file) => truncate(file, 1000), `wal/${firstSegment} is damaged`],
    ],
    'no list of files, and no log': () => [
      [of('cluster', 'backup_manifest'), (file) => rm(file), 'cluster/backup_manifest is missing'],
      [segment(), (file) => rm(file), 'is missing, which the backup needs'],
    ],
    'the manifest': () => [
      [
        of('manifest.json'),
        async (file) => writeFile(file, (await readFile(file, 'utf8')).replace('"timeline": 1', '"timeline": 2')),
        'manifest.json is damaged: its checksum is wrong',
      ],
    ],
    'no manifest': () => [[of('manifest.json'), (file) => rm(file), 'manifest.json is missing']],
    'the list of other files': () => [[of('others.json'), (file) => overwrite(file, 10, 5), 'others.json is damaged']],
    'half a manifest': () => [[of('manifest.json'), (file) => truncate(file, 100), 'manifest.json is damaged']],
  };

  it.each(Object.entries(DAMAGES))('is named with its file: %s', async (_, prepare) => {
    const damages = prepare();
    const kept = damages.map(([file]) => file).filter(existsSync);
    const copyOf = (file: string) => path.join(folders.root, `copy of ${path.basename(file)}`);
    try {
      for (const [file, damage] of damages) {
        // The original keeps its owner and time.
        if (kept.includes(file)) {
          await rename(file, copyOf(file));
          await cp(copyOf(file), file);
        }
        await damage(file);
      }
      const { lines, sound, damaged } = await verified();
      expect([sound, damaged]).toEqual([[], [whole]]);
      for (const [, , said] of damages) expect(lines.join('\n')).toContain(said);
    } finally {
      for (const [file] of damages) {
        await rm(file, { force: true });
        if (kept.includes(file)) await rename(copyOf(file), file);
      }
    }
  });

  it('is one whose later log has a gap or is damaged, from there on', async () => {
    for (const n of [1, 2]) {
      await statement(service, `update tags set description = 'later ${n}'`);
      await statement(service, 'select pg_switch_wal()');
    }
    const later = await waitFor(async () => {
      const names = (await readdir(folders.wal)).filter((name) => /^\w{24}\.gz$/.test(name)).sort();
      return names.length >= 3 && names.slice(-2).map((name) => path.join(folders.wal, name));
    });
    const [first = '', second = ''] = later;
    for (const [damage, said] of [
      [() => rm(first), /the log lacks segment \d+; only moments before it/],
      [() => overwrite(first, 200), new RegExp(`wal/${path.basename(first)} is damaged.*; only moments before it`)],
    ] as const) {
      await rename(first, `${first}.kept`);
      await cp(`${first}.kept`, first);
      await damage();
      const { lines, damaged } = await verified();
      expect([lines.join('\n'), damaged]).toEqual([expect.stringMatching(said), [whole]]);
      await rm(first, { force: true });
      await rename(`${first}.kept`, first);
    }
    expect(existsSync(second)).toBe(true);
    expect((await verified()).sound).toEqual([whole]);
  });

  it('is restored by nobody; what can be restored instead is named, and the present database stays', async () => {
    await statement(service, "insert into tags (document_id, name, number) values ('t', 'kept', 4711)");
    expect((await run('backup')).code).toBe(0);
    const newest = listBackups(folders).at(-1)?.name ?? '';
    expect(newest).not.toBe(whole);
    await overwrite(path.join(folders.base, newest, 'cluster', revisions), PAGE + 500);
    const { code, out, err } = await run('backup', '--verify');
    expect([code, out]).toEqual([1, expect.stringContaining(`${newest}: damaged`)]);
    expect(err).toContain(`The newest sound backup is ${whole}`);
    expect((await statusOf(service)).lastError).toContain(`Damaged backups: ${newest}`);
    await service.stop();
    const refused = await run('restore', '--latest');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`cluster/${revisions} has changed`)]);
    expect(refused.err).toContain(`Sound when they were last verified: ${whole}`);
    expect((await run('restore', '--list')).out).toMatch(new RegExp(`${newest} .* damaged`));
    // A restore of the database does not depend on it.
    await overwrite(of('data', 'credentials.json'), 5, 3);
    const older = await run('restore', '--latest', '--backup', whole);
    expect([older.code, older.err]).toEqual([0, '']);
    expect(older.out).toContain('Damaged in the backup: data/credentials.json has changed');
    service = await startService({ DATA_DIR: service.dataDir });
    await rm(path.join(folders.base, newest), { recursive: true });
  });

  it('is not made of a damaged database, which is looked through after a restore; the sound ones stay', async () => {
    const before = listBackups(folders).map(({ name }) => name);
    await statement(service, "create table spare as select repeat('x', 1000) as text from generate_series(1, 50)");
    expect(await damageIn(await databaseUrlOf(service))).toEqual([]);
    const file = path.join(service.dataDir, 'postgres', await fileOf('spare'));
    await service.stop();
    await overwrite(file, 2 * PAGE + 500);
    const { code, err } = await runCommand('backup', [], { ...service.environment, BACKUP_KEEP: '1' });
    expect([code, err]).toEqual([1, expect.stringMatching(/The database is damaged.*\(page 2\)/)]);
    expect(listBackups(folders).map(({ name }) => name)).toEqual(before);
    expect((await statusOf(service)).lastError).toContain('The database is damaged');
    service = await startService({ DATA_DIR: service.dataDir });
    expect(await damageIn(await databaseUrlOf(service))).toEqual([
      expect.stringContaining('table spare: invalid page'),
    ]);
  });
});
