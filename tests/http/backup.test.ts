import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { erasureTime } from '../../src/plugins/rostra/server/src/store/history/erase';
import { erase } from '../../src/plugins/rostra/server/src/store/history/erasures-file';
import { MANIFEST, type Manifest, manifestText } from '../../src/runtime/backup/manifest';
import { withClient } from '../../src/runtime/pg-client';
import {
  chownToOtherUser,
  killService,
  momentNow,
  restartService,
  statement,
  statusOf,
  tagsOf,
} from '../support/backup';
import { runOn } from '../support/history';
import { nodeOptions } from '../support/node-options';
import { type Done, removeService, runCommand, type Service, startService } from '../support/service';
import { withEmbeddedDatabase } from '../support/test-service';
import { waitFor } from '../support/wait-for';
import { testBackups } from '../support/written-backup';

/** The pause between two writes beside a backup, in ms. */
const BETWEEN_WRITES = 50;

const HOUR = 3_600_000;

/** Follows one service from its first backup through its disasters, in order. */
describe('backups', () => {
  let service: Service;
  let tags: Awaited<ReturnType<typeof tagsOf>>;
  const written: string[] = [];
  /** The names of all tags in the archive before its damage. */
  let all: string[] = [];
  /** The file of the archive that is damaged. */
  let damaged = '';

  const run = (name: string, args: string[] = [], more: Record<string, string> = {}): Promise<Done> =>
    runCommand(name, args, { ...service.environment, ...more });
  /** Settings of a command that gets a signal once it has done something (signal-after.cjs). */
  const signalAfter = (what: string) => ({
    SIGNAL_AFTER: what,
    NODE_OPTIONS: nodeOptions('signal-after.cjs'),
  });
  const folder = (...names: string[]) => path.join(service.dataDir, ...names);
  const bases = () => readdir(folder('backups', 'base'));
  const manifestOf = async (name: string): Promise<Manifest & { sha256?: string }> =>
    JSON.parse(await readFile(folder('backups', 'base', name, MANIFEST), 'utf8'));
  const changeManifest = async (name: string, changed: Partial<Manifest>) => {
    const { sha256: _, ...manifest } = await manifestOf(name);
    const draft = folder('manifest.draft');
    await writeFile(draft, manifestText({ ...manifest, ...changed }));
    await rename(draft, folder('backups', 'base', name, MANIFEST));
  };
  const segments = async () =>
    (await readdir(folder('backups', 'wal'))).filter((name) => /^\w{24}\.gz$/.test(name)).sort();
  /** Has PostgreSQL archive what was written; returns the name of the file. */
  const archive = async (): Promise<string> => {
    const [last] = await statement(service, 'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment');
    await statement(service, 'select pg_switch_wal()');
    const file = `${last?.segment}.gz`;
    await waitFor(() => existsSync(folder('backups', 'wal', file)));
    return file;
  };
  const write = async (name: string) => {
    await tags.add(name);
    written.push(name);
  };
  const start = async (given: Record<string, string> = {}) => {
    service = await restartService(service, given);
    tags = await tagsOf(service);
  };

  /** How many rows of history hold a text. */
  const recorded = async (text: string): Promise<number> => {
    const [row] = await statement(
      service,
      `select (select count(*)::int from rostra_revisions r where r.fields::text like $1) + (select count(*)::int from rostra_records r where r.state::text like $1) as count`,
      [`%${text}%`],
    );
    return row.count;
  };

  /** Erases what history holds of a tag, as `content erase` does. */
  const eraseTag = (publicId: number) =>
    withEmbeddedDatabase(service.environment, (connectionString) =>
      withClient({ connectionString }, async (client) => {
        await client.query('begin');
        const at = await erasureTime('rs_tags', publicId, runOn(client));
        await erase(service.dataDir, { resource: 'rs_tags', publicId, at: at ?? '', by: {} }, runOn(client));
        await client.query('commit');
      }),
    );

  beforeAll(async () => {
    service = await startService();
    tags = await tagsOf(service);
  });

  afterAll(() => removeService(service));

  it('are refused for a database of another server, with a sentence', async () => {
    const { code, err } = await run('backup', [], { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
    expect([code, err]).toEqual([1, expect.stringContaining('docs/backups.md')]);
  });

  it('leave nothing that counts when they are killed', async () => {
    expect((await run('backup', [], signalAfter('mkdir .draft SIGKILL'))).code).toBeNull();
    expect(await bases()).toEqual([expect.stringMatching(/\.draft$/)]);
    expect((await run('restore', ['--list'])).out).toContain('There are no backups');
  });

  it('are made one at a time, while the service writes, and name what they hold', async () => {
    let isDone = false;
    const writing = (async () => {
      for (let n = 1; !isDone; n++) {
        await write(`meanwhile ${n}`);
        await pause(BETWEEN_WRITES);
      }
    })();
    await write('before');
    const left = await bases();
    // The next one must get another name: they are named after their second.
    await waitFor(() => `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z` > (left.sort().at(-1) ?? ''));
    let first: ChildProcess | undefined;
    const running = runCommand(
      'backup',
      [],
      { ...service.environment, ...signalAfter('mkdir .draft SIGSTOP') },
      undefined,
      (child) => {
        first = child;
      },
    );
    await waitFor(async () => (await bases()).some((each) => !left.includes(each)));
    expect(await run('backup')).toMatchObject({
      code: 1,
      err: expect.stringContaining('A backup is already running.'),
    });
    await waitFor(async () => {
      first?.kill('SIGCONT');
      return first?.exitCode !== null;
    });
    const { code, out } = await running;
    expect(code).toBe(0);
    isDone = true;
    await writing;
    const [name = '', ...others] = await bases();
    expect([name, others]).toEqual([expect.not.stringContaining('draft'), []]);
    const inside = await readdir(folder('backups', 'base', name));
    expect(inside).toEqual(expect.arrayContaining(['cluster', 'data', 'manifest.json', 'uploads']));
    expect((await statusOf(service)).lastBackupAt).toBe(/From (\S+) on/.exec(out)?.[1]);
  });

  it('are not restored while a service runs', async () => {
    const { code, err } = await run('restore', ['--latest']);
    expect([code, err]).toEqual([1, expect.stringContaining('Stop it, then restore.')]);
    expect(await tags.names()).toEqual([...written].sort());
  });

  it('give back exactly what was there at a moment when service and database are killed', async () => {
    for (const n of [1, 2, 3]) await write(`after the backup ${n}`);
    // History holds the description, which is erased after the moment.
    for (const description of [`'erased later'`, 'null'])
      await statement(service, `update tags set description = ${description} where number = 1`);
    await waitFor(async () => (await recorded('erased later')) === 2);
    const moment = await momentNow();
    for (const n of [1, 2, 3]) await tags.add(`after the moment ${n}`);
    await eraseTag(1);
    expect(await recorded('erased later')).toBe(0);
    await killService(service);
    const [name = ''] = await bases();
    // The database does not depend on this file.
    await appendFile(folder('backups', 'base', name, 'data', 'credentials.json'), ' ');
    const { code, out, err } = await run('restore', ['--to', moment]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/Damaged in the backup: data\/credentials.json has \d+ bytes instead of/);
    expect(out).toContain(`rs_tags: ${written.length}\n`);
    expect(out).toContain('The integrity report has no warnings.');
    expect(out).toContain(`as it was at ${moment}`);
    const aside = /is in (\S+)\. To go back/.exec(out)?.[1] ?? '';
    expect(existsSync(path.join(aside, 'PG_VERSION'))).toBe(true);
    expect(await recorded('erased later')).toBe(2);
  });

  describe('with few files', () => {
    const { folders } = testBackups();

    it('leave the database as it was when their restore is killed', async () => {
      const killed = (signal: NodeJS.Signals) =>
        run('restore', ['--latest'], {
          BACKUP_DIR: folders.root,
          ...signalAfter(`mkdir postgres.restoring ${signal}`),
        });
      expect((await killed('SIGTERM')).code).toBe(143);
      expect(existsSync(folder('postgres.restoring'))).toBe(false);
      expect((await killed('SIGKILL')).code).toBeNull();
      expect(existsSync(folder('postgres.restoring'))).toBe(true);
    });
  });

  it('have their restore finished when it was cut off at its end', async () => {
    // Between the two renames: the restored cluster does not have its final name yet.
    const [draft, aside] = [folder('postgres.restored'), folder('postgres.before-restore-now')];
    await rename(folder('postgres'), draft);
    await writeFile(folder('restore.json'), JSON.stringify({ draft, aside }));
    await start({ DISK_WARNING_MB: '900000000', BACKUP_EVERY_HOURS: '1', BACKUP_KEEP: '1' });
    expect(await tags.names()).toEqual([...written].sort());
    expect(existsSync(folder('restore.json'))).toBe(false);
  });

  it('restore nothing that was erased since', async () => {
    expect(await recorded('erased later')).toBe(0);
    expect(service.log()).toContain('Erased the history of rs_tags 1 again');
    await write('recorded again');
    expect(await recorded('recorded again')).toBe(1);
  });

  it('say that the archive fails or a disk is full, and go on when it works again', async () => {
    const wal = folder('backups', 'wal');
    await rename(wal, `${wal}.away`);
    const fault = await waitFor(async () => (await statusOf(service)).lastError);
    const fails = 'PostgreSQL cannot archive its log in';
    await waitFor(async () => (await statusOf(service)).lastError?.includes(fails), { state: () => fault ?? '' });
    await waitFor(async () => service.log().includes(fails));
    expect((await statusOf(service)).lastError).toContain('is nearly full');
    await write('while the archive is away');
    await statement(service, 'select pg_switch_wal()');
    await rename(`${wal}.away`, wal);
    const before = new Date().toISOString();
    await tags.add('after the archive came back');
    // Wakes PostgreSQL's archiver, which has given up for a minute.
    await statement(service, 'select pg_switch_wal()');
    await waitFor(async () => {
      const { lastError, lastArchivedAt } = await statusOf(service);
      return !lastError?.includes(fails) && (lastArchivedAt ?? '') > before;
    });
  });

  it('are made by the service itself when a setting says how often, and remove older ones with the log that only they need', async () => {
    const [old = ''] = await bases();
    const before = await segments();
    // The database has its own history.
    const history = (await readdir(folder('backups', 'wal'))).filter((each) => each.endsWith('.history.gz')).sort();
    const last = folder('backups', 'wal', history.at(-1) ?? '');
    const whole = await readFile(last);
    await writeFile(last, whole.subarray(0, 20));
    await changeManifest(old, { endedAt: new Date(Date.now() - 2 * HOUR).toISOString() });
    const state = () => service.log();
    const found = await waitFor(
      async () => {
        const all = await bases();
        return all.length > 0 && !all.some((each) => each === old || each.endsWith('.draft')) && all;
      },
      { state },
    );
    expect(found).toHaveLength(1);
    expect(gunzipSync(await readFile(last))).toEqual(gunzipSync(whole));
    await waitFor(async () => (await segments()).filter((each) => before.includes(each)).length < before.length, {
      state,
    });
    const { lastBackupAt, lastError } = await statusOf(service);
    expect([lastBackupAt, lastError]).toEqual([
      (await manifestOf(found[0] ?? '')).endedAt,
      expect.not.stringMatching(/backup failed|amaged/),
    ]);
  });

  it('archive no more once they are turned off', async () => {
    await write('archived');
    all = await tags.names();
    await archive();
    await write('archived, and damaged');
    damaged = await archive();
    expect((await run('backup', ['--off'])).code).toBe(0);
    const archived = await readdir(folder('backups', 'wal'));
    for (const n of [1, 2]) {
      await write(`not archived ${n}`);
      await statement(service, 'select pg_switch_wal()');
    }
    await service.stop();
    // The backup that the service has made may still remove the log that only older ones needed.
    const more = (await readdir(folder('backups', 'wal'))).filter((name) => !archived.includes(name));
    expect(more).toEqual([]);
  });

  it('bring a lost machine back, up to what is sound of what has been archived', async () => {
    const [base = ''] = await bases();
    const manifest = await manifestOf(base);
    await truncate(folder('backups', 'wal', damaged), 1000);
    const verified = await run('backup', ['--verify']);
    const fault = `wal/${damaged} is damaged: it cannot be decompressed`;
    expect([verified.code, verified.out]).toEqual([1, expect.stringContaining(`${fault}; only moments before it`)]);
    const [, named = ''] = /npm run restore -- (--latest .+)/.exec(verified.out) ?? [];
    const elsewhere = { DATA_DIR: `${service.dataDir}-elsewhere`, BACKUP_DIR: folder('backups') };
    try {
      // Nobody has it any more: that of the backup's own timeline. Others may be left of a past that a restore has replaced.
      const history = `${manifest.startSegment.slice(0, 8)}.history.gz`;
      await rm(folder('backups', 'wal', history));
      // Its password is damaged; another backup has it.
      const other = folder('backups', 'base', `${base}-other`);
      await cp(folder('backups', 'base', base), other, { recursive: true });
      await changeManifest(`${base}-other`, { name: `${base}-other`, endedAt: manifest.begunAt });
      await writeFile(folder('backups', 'base', base, 'data', 'postgres-password'), 'damaged');
      await chownToOtherUser(folder('backups', 'wal'));
      const { code, out, err } = await run('restore', named.split(' '), elsewhere);
      expect([code, err, out]).toEqual([0, '', expect.stringContaining(`${history} is missing; without it`)]);
      expect(out).toContain(`up to the damage in its log (${fault}), from the backup ${base}.`);
      expect(out).toContain(`rs_tags: ${all.length}\n`);
      expect(out).toContain('The integrity report has no warnings.');
      expect(out).toContain('Restored missing files: secrets.json, credentials.json, erasures.ndjson.');
    } finally {
      await rm(elsewhere.DATA_DIR, { recursive: true, force: true });
    }
  });
});
