import { cpSync, readdirSync } from 'node:fs';
import { open, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import type { BackupFolders } from '../../src/runtime/backup/folders';
import { listBackups, MANIFEST, type Manifest, manifestText } from '../../src/runtime/backup/manifest';
import { withClient } from '../../src/runtime/pg-client';
import { damageIn } from '../../src/runtime/restore/damage';
import { selectBackup } from '../../src/runtime/restore/select-backup';
import { momentNow, statusOf } from '../support/backup';
import { testService } from '../support/client';
import { copyTemplate, type Done, runCommand } from '../support/service';
import { withEmbeddedDatabase } from '../support/test-service';

const PAGE = 8192;

/** Overwrites a part of a file. */
async function overwrite(file: string, at: number, bytes = 100): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(bytes, 0xa5), 0, bytes, at);
  await handle.close();
}

const keptTags = async (client: Client) => (await client.query('select from tags where number = 4711')).rowCount;

/** Its commands, without a service. What the verification says of each kind of file is in `src/runtime/backup/verify.test.ts`. */
describe('a damaged backup', () => {
  let dataDir: string;
  let environment: Record<string, string>;
  let folders: BackupFolders;
  let whole: Manifest;
  /** A copy of it that ended later. */
  let newest: string;
  /** The file of a table of eight pages, relative to the cluster. */
  let spare: string;

  const run = (name: string, ...args: string[]): Promise<Done> => runCommand(name, args, environment);
  const cluster = () => path.join(dataDir, 'postgres');

  beforeAll(async () => {
    dataDir = await copyTemplate();
    environment = { ...testService.environment, DATA_DIR: dataDir };
    const root = path.join(dataDir, 'backups');
    folders = { root, base: path.join(root, 'base'), wal: path.join(root, 'wal') };
    await withEmbeddedDatabase(environment, async (connectionString) => {
      spare = await withClient({ connectionString }, async (client) => {
        await client.query(
          "create table spare as select repeat('x', 1000) as text from generate_series(1, 50); checkpoint",
        );
        return (await client.query("select pg_relation_filepath('spare') as file")).rows[0].file;
      });
      expect((await run('backup')).code).toBe(0);
      await withClient({ connectionString }, (client) =>
        client.query("insert into tags (document_id, name, number) values ('t', 'kept', 4711)"),
      );
    });
    [whole] = listBackups(folders) as [Manifest];
  });

  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('is told from a sound one by its command, which needs no service', async () => {
    const begun = Date.now();
    const { code, out, err } = await run('backup', '--verify');
    const sound = expect.stringMatching(`${whole.name}: sound \\(\\d+ files, \\d+ MB\\)`);
    expect([code, err, out]).toEqual([0, '', sound]);
    expect(Date.parse((await statusOf({ dataDir })).lastVerifiedAt ?? '')).toBeGreaterThanOrEqual(begun);

    const endedAt = new Date(Date.parse(whole.endedAt) + 1).toISOString();
    newest = `${whole.name}-newest`;
    cpSync(path.join(folders.base, whole.name), path.join(folders.base, newest), { recursive: true });
    const manifest = path.join(folders.base, newest, MANIFEST);
    await writeFile(manifest, manifestText({ ...whole, name: newest, endedAt }));
    await overwrite(path.join(folders.base, newest, 'cluster', spare), PAGE + 500);
    const damaged = await run('backup', '--verify');
    expect([damaged.code, damaged.out]).toEqual([1, expect.stringContaining(`${newest}: damaged`)]);
    expect(damaged.out).toContain(`cluster/${spare} has changed`);
    expect(damaged.err).toContain(`The newest sound backup is ${whole.name}. Make a new one now`);
    expect((await statusOf({ dataDir })).lastError).toContain(`Damaged backups: ${newest}`);
  });

  it('is restored by nobody; what can be restored instead is named, and the present database stays', async () => {
    const refused = await run('restore', '--latest');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`cluster/${spare} has changed`)]);
    expect(refused.err).toContain(`Sound when they were last verified: ${whole.name}`);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.'))).toEqual(['postgres.log']);
    expect((await run('restore', '--list')).out).toMatch(new RegExp(`${newest} .* damaged, verified 2\\S+Z\n`));
    // `--backup` takes this one; backup.test.ts restores with it.
    expect(selectBackup(folders, undefined, whole.name).backup.name).toBe(whole.name);
  });

  it('is passed over if its manifest is damaged; of a damaged log, everything before the damage is restored', async () => {
    const log = async () => (await readdir(folders.wal)).filter((name) => /^\w{24}\.gz$/.test(name)).sort();
    const before = await log();
    await withEmbeddedDatabase(environment, (connectionString) =>
      withClient({ connectionString }, (client) =>
        client.query("insert into tags (document_id, name, number) values ('u', 'lost', 4712)"),
      ),
    );
    const [damaged = ''] = (await log()).filter((name) => !before.includes(name));
    await truncate(path.join(folders.wal, damaged), 1000);
    // Otherwise it would be written again from there.
    await rm(path.join(cluster(), 'pg_wal', damaged.slice(0, 24)), { force: true });
    await truncate(path.join(folders.base, newest, MANIFEST), 100);
    const verified = await run('backup', '--verify');
    const fault = `wal/${damaged} is damaged: it cannot be decompressed`;
    expect([verified.code, verified.out]).toEqual([1, expect.stringContaining(`${fault}; only moments before it`)]);
    expect(verified.out).toContain(`. After that, ${fault}.\n`);

    const refused = await run('restore', '--latest');
    expect([refused.code, refused.out]).toEqual([1, expect.stringMatching(`Passed over: ${newest}: .*manifest.json`)]);
    expect(refused.err).toMatch(`${fault}. Add --up-to-damage`);
    expect(() => selectBackup(folders, undefined, newest)).toThrow(`${newest} cannot restore that: manifest.json is`);
    const [, named = ''] = /npm run restore -- (--latest .+)/.exec(verified.out) ?? [];
    const restored = await run('restore', ...named.split(' '));
    expect([restored.code, restored.err]).toEqual([0, '']);
    expect(restored.out).toContain(`up to the damage in its log (${fault}), from the backup ${whole.name}.`);
    await withEmbeddedDatabase(environment, async (connectionString) => {
      const tags = 'select number from tags where number in (4711, 4712)';
      const { rows } = await withClient({ connectionString }, (client) => client.query(tags));
      expect(rows).toEqual([{ number: 4711 }]);
    });
  });

  it('on another machine is restored to where a restore left it, not to what that gave up', async () => {
    const insert = (number: number) => (client: Client) =>
      client.query(`insert into tags (document_id, name, number) values ('${number}', '${number}', ${number})`);
    let moment = '';
    await withEmbeddedDatabase(environment, (connectionString) =>
      withClient({ connectionString }, async (client) => {
        await insert(4713)(client);
        moment = await momentNow();
        await insert(4714)(client);
      }),
    );
    expect((await run('restore', '--to', moment)).code).toBe(0);
    const elsewhere = { ...environment, DATA_DIR: `${dataDir}-elsewhere`, BACKUP_DIR: folders.root };
    try {
      // Nothing that the service wrote after the restore has been archived.
      const { code, out, err } = await runCommand('restore', ['--latest'], elsewhere);
      expect([code, err, out]).toEqual([0, '', expect.stringContaining('Restored the database completely')]);
      const read = (connectionString: string) =>
        withClient({ connectionString }, (client) =>
          client.query('select number from tags where number > 4710 order by 1'),
        );
      const { rows } = await withEmbeddedDatabase(elsewhere, read);
      expect(rows).toEqual([{ number: 4711 }, { number: 4713 }]);
    } finally {
      await rm(elsewhere.DATA_DIR, { recursive: true, force: true });
    }
  });

  it('is not made of a damaged database, which a restore would find; the earlier ones stay', async () => {
    await withEmbeddedDatabase(environment, async (url) => {
      // A sound one changes nothing about the damaged one.
      const made = await run('backup');
      expect([made.code, made.out]).toEqual([0, expect.stringContaining(`Damaged backups: ${newest}. `)]);
      expect(made.out).toMatch(/From 2\S+Z on, any moment can be restored\. Some earlier ones, too: /);
      expect((await statusOf({ dataDir })).lastError).toContain(`Damaged backups: ${newest}. `);
      const verified = await run('backup', '--verify');
      expect(verified.err).toMatch(/The newest backup, [^ ]+, is sound\.$/m);
      // What the restore left of the damaged log is none of its own.
      expect(verified.out).toContain(`${whole.name}: sound`);
      const before = await readdir(folders.base);
      await withClient({ connectionString: url }, (client) => client.query('checkpoint'));
      await overwrite(path.join(cluster(), spare), 2 * PAGE + 500);
      expect(await withClient({ connectionString: url }, keptTags)).toBe(1);
      const { code, err } = await runCommand('backup', [], { ...environment, BACKUP_KEEP: '1' });
      expect([code, err]).toEqual([1, expect.stringMatching(/The database is damaged.*\(page 2\)/)]);
      expect(await readdir(folders.base)).toEqual(before);
      expect((await statusOf({ dataDir })).lastError).toContain('The database is damaged');
      expect(await damageIn(url)).toEqual([expect.stringContaining('table spare: invalid page')]);
    });
  });
});
