import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { MANIFEST, type Manifest, manifestText } from '../../src/runtime/backup/manifest';
import {
  chownToOtherUser,
  killService,
  momentNow,
  restartService,
  statement,
  statusOf,
  tagsOf,
} from '../support/backup';
import { type Done, removeService, root, runCommand, type Service, startService } from '../support/service';
import { waitFor } from '../support/wait-for';

/** The pause between two writes beside a backup, in ms. */
const BETWEEN_WRITES = 50;

const HOUR = 3_600_000;

/** Follows one service from its first backup through its disasters, in order. */
describe('backups', () => {
  let service: Service;
  let tags: Awaited<ReturnType<typeof tagsOf>>;
  const written: string[] = [];
  let moment = '';
  let beforeMoment: string[] = [];
  /** The names of all tags in the archive. */
  let all: string[] = [];

  const run = (name: string, args: string[] = [], more: Record<string, string> = {}): Promise<Done> =>
    runCommand(name, args, { ...service.environment, ...more });
  /** Settings of a command that gets a signal once it has made the folder of a backup. */
  const atDraft = (signal: NodeJS.Signals) => ({
    SIGNAL_AFTER: `mkdir .draft ${signal}`,
    NODE_OPTIONS: `--require ${path.join(root, 'tests', 'support', 'signal-after.cjs')}`,
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
    expect((await run('backup', [], atDraft('SIGKILL'))).code).toBeNull();
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
    const running = runCommand('backup', [], { ...service.environment, ...atDraft('SIGSTOP') }, undefined, (child) => {
      first = child;
    });
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

  it('lose nothing when service and database are killed and the log is still there', async () => {
    for (const n of [1, 2, 3]) await write(`after the backup ${n}`);
    // History holds the description, which is erased after the moment.
    for (const description of [`'erased later'`, 'null'])
      await statement(service, `update tags set description = ${description} where number = 1`);
    moment = await momentNow();
    beforeMoment = [...written];
    for (const n of [1, 2, 3]) await write(`after the moment ${n}`);
    await killService(service);
    const [name = ''] = await bases();
    // A newer one is damaged: it is named, and passed over when asked to.
    const newer = `${name}-newer`;
    await cp(folder('backups', 'base', name), folder('backups', 'base', newer), { recursive: true });
    await rm(folder('backups', 'base', newer, 'cluster', 'PG_VERSION'));
    const { endedAt } = await manifestOf(name);
    await changeManifest(newer, { name: newer, endedAt: new Date(Date.parse(endedAt) + 1).toISOString() });
    const refused = await run('restore', ['--latest']);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('cluster/PG_VERSION is missing')]);
    const { code, out, err } = await run('restore', ['--latest', '--backup', name]);
    await rm(folder('backups', 'base', newer), { recursive: true });
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`rs_tags: ${written.length}\n`);
    // With a new tag that the next restore must remove again.
    const [{ names, recorded }] = await statement(
      service,
      `with added as (insert into tags (document_id, name) values ('after-the-restore', 'after the restore'))
       select array_agg(name::text) as names, (select count(*)::int from rostra_revisions where fields::text like '%erased later%') as recorded from tags`,
    );
    expect([names.sort(), recorded]).toEqual([[...written].sort(), 2]);
  });

  it('give back exactly what was there at a moment, also after another restore', async () => {
    expect((await run('content', ['erase', 'rs_tags', '1', '--yes'])).code).toBe(0);
    const [name = ''] = await bases();
    // The database does not depend on this file.
    await appendFile(folder('backups', 'base', name, 'data', 'credentials.json'), ' ');
    // The database has the history of its timeline, too.
    const history = folder('backups', 'wal', '00000002.history.gz');
    const whole = await readFile(history);
    await rm(history);
    const { code, out, err } = await run('restore', ['--to', moment]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('wal/00000002.history.gz was damaged or missing, and is written again');
    expect(gunzipSync(await readFile(history))).toEqual(gunzipSync(whole));
    expect(out).toMatch(/Damaged in the backup: data\/credentials.json has \d+ bytes instead of/);
    expect(out).toContain(`rs_tags: ${beforeMoment.length}\n`);
    expect(out).toContain('The integrity report has no warnings.');
    expect(out).toContain(`as it was at ${moment}`);
    const aside = /is in (\S+)\. To go back/.exec(out)?.[1] ?? '';
    expect(existsSync(path.join(aside, 'PG_VERSION'))).toBe(true);
  });

  it('name what can be restored when a moment is too early', async () => {
    const { code, err } = await run('restore', ['--to', '2020-01-01 00:00']);
    expect([code, err]).toEqual([1, expect.stringMatching(/reaches from 2\S+Z to 2\S+Z/)]);
  });

  it('leave the database as it was when their restore is killed, and finish one that was cut off at its end', async () => {
    const ended = (signal: NodeJS.Signals) =>
      runCommand('restore', ['--latest'], service.environment, undefined, (child) => {
        waitFor(async () => existsSync(folder('postgres.restoring', 'base'))).then(() => child.kill(signal));
      });
    expect((await ended('SIGTERM')).code).toBe(143);
    expect(existsSync(folder('postgres.restoring'))).toBe(false);
    expect((await ended('SIGKILL')).code).toBeNull();
    expect(existsSync(folder('postgres.restoring'))).toBe(true);
    // Between the two renames: the restored cluster does not have its final name yet.
    const [draft, aside] = [folder('postgres.restored'), folder('postgres.before-restore-now')];
    await rename(folder('postgres'), draft);
    await writeFile(folder('restore.json'), JSON.stringify({ draft, aside }));
    await start({ DISK_WARNING_MB: '900000000', BACKUP_EVERY_HOURS: '1', BACKUP_KEEP: '1' });
    expect(await tags.names()).toEqual([...beforeMoment].sort());
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
    const [last] = await statement(service, 'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment');
    await statement(service, 'select pg_switch_wal()');
    await waitFor(() => existsSync(folder('backups', 'wal', `${last?.segment}.gz`)));
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

  it('bring a lost machine back, up to what has been archived', async () => {
    const [base = ''] = await bases();
    const manifest = JSON.parse(await readFile(folder('backups', 'base', base, 'manifest.json'), 'utf8'));
    // Others may be left of a past that a restore has replaced.
    const segment = `${manifest.startSegment}.gz`;
    const elsewhere = { DATA_DIR: `${service.dataDir}-elsewhere`, BACKUP_DIR: folder('backups') };
    try {
      await rename(folder('backups', 'wal', segment), folder(segment));
      const broken = await run('restore', ['--latest'], elsewhere);
      expect([broken.code, broken.err]).toEqual([
        1,
        expect.stringContaining(`wal/${segment} is missing, which the backup needs`),
      ]);
      await rename(folder(segment), folder('backups', 'wal', segment));
      const late = await run('restore', ['--to', new Date().toISOString()], elsewhere);
      expect([late.code, late.err]).toEqual([1, expect.stringContaining('--latest restores everything')]);
      // Nobody has it any more: that of the backup's own timeline.
      const history = `${manifest.startSegment.slice(0, 8)}.history.gz`;
      await rm(folder('backups', 'wal', history));
      // Its password is damaged; another backup has it.
      const other = folder('backups', 'base', `${base}-other`);
      await cp(folder('backups', 'base', base), other, { recursive: true });
      await changeManifest(`${base}-other`, { name: `${base}-other`, endedAt: manifest.begunAt });
      await writeFile(folder('backups', 'base', base, 'data', 'postgres-password'), 'damaged');
      await chownToOtherUser(folder('backups', 'wal'));
      const { code, out, err } = await run('restore', ['--latest'], elsewhere);
      expect([code, err, out]).toEqual([0, '', expect.stringContaining(`${history} is missing; without it`)]);
      expect(out).toContain(`rs_tags: ${all.length}\n`);
      expect(out).toContain('The integrity report has no warnings.');
      expect(out).toContain('Restored missing files: secrets.json, credentials.json, erasures.ndjson.');
    } finally {
      await rm(elsewhere.DATA_DIR, { recursive: true, force: true });
    }
  });
});
