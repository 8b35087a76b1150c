import type { ChildProcess } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { assertDatabase } from '../../src/cli/strapi/stored';
import type { Resource } from '../../src/plugins/rostra/server/src/resource/resource';
import { resources, views } from '../../src/resources';
import { withClient } from '../../src/runtime/pg-client';
import { readSettings } from '../../src/runtime/settings';
import { unpackArchive } from '../support/archive';
import { type Citizen, register } from '../support/citizen';
import { type Answer, del, get, patch, post, testService } from '../support/client';
import { createCompleteRecords, createGaps, pathsOf } from '../support/complete-records';
import { keyOf, make } from '../support/factory';
import { type Installation, makeInstallation } from '../support/installation';
import { apiToken, panelToken } from '../support/log-in';
import { NEW_PASSWORD } from '../support/production';
import {
  credentialsOf,
  type Done,
  removeService,
  root,
  runProgram,
  type Service,
  startNewService,
  startService,
} from '../support/service';
import { databaseUrlOf } from '../support/test-service';
import { waitFor } from '../support/wait-for';

/** Strapi's `export` and `import` preserve every answer, byte for byte (conventions 1.2). */

/** The tests register citizens, and write more than a production service takes of one address. */
const UNLIMITED = { REGISTRATION: 'open', RATE_LIMIT: '0', RATE_LIMIT_WRITES: '0' };

const IMPORT = ['import', '--force', '-f'];
/** Leaves `public/uploads` of the repository alone, which other tests use. */
const IMPORT_WITHOUT_FILES = ['import', '--force', '--exclude', 'files', '-f'];

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A file in the folder of uploads that no database of these services knows. */
const OF_ANOTHER = 'of-another-service.png';

/** The log that another import left in the installation. */
const LOG_OF_ANOTHER = 'import_9999999999999.log';

/** Uploaded files that only the empty service's database knows. */
const KNOWN = ['known.png', 'thumbnail_of_known.png'];

/** Two services from an installation without sources and compiler: in development, and in production after its first start. */
let source: Service;
let empty: Service;
let installation: Installation;
let folder: string;
let citizens: Citizen[];
/** Uploaded pictures of the source: one that is gone from the folder before the import, and one that has been overwritten. */
let picture: string;
let overwritten: string;
/** What that holds in the archive. */
let original: Buffer;
let built: Map<string, number>;
let highest: Map<Resource, number>;
let answers: Map<string, string>;
/** The history of the source when it was exported, and before the import. */
let exported: History;
let before: History;
/** Reads Strapi's id of the editor on this service. */
let editor: number;

beforeAll(async () => {
  [installation, folder] = await Promise.all([makeInstallation(), mkdtemp(path.join(os.tmpdir(), 'rostra-transfer-'))]);
  const { folder: installed, settings } = installation;
  [source, empty] = await Promise.all([
    startService({ ...settings, ...UNLIMITED, NODE_ENV: 'development' }, installed),
    startNewService({ ...settings, ...UNLIMITED, LOG_LEVEL: 'silly' }, installed),
  ]);
  await turnTo(source);
  citizens = [await register(), await register()];
  for (const { path: emails, authorization } of citizens) {
    await post(emails, { email: 'second@example.org' }, { authorization });
  }
  await createCompleteRecords();
  [picture, overwritten] = [await uploadPicture(source), await uploadPicture(source)];
  for (const name of [OF_ANOTHER, ...KNOWN]) await writeFile(path.join(installed, 'public', 'uploads', name), PNG);
  await writeFile(path.join(installed, LOG_OF_ANOTHER), 'of another import');
  await query(
    empty,
    `insert into files (name, hash, ext, mime, url, provider, formats)
     select hash, hash, '.png', 'image/png', '/uploads/' || hash || '.png', 'local', jsonb_build_object('thumbnail', jsonb_build_object('hash', 'thumbnail_of_' || hash, 'ext', '.png'))
     from unnest(array['known', '${path.basename(overwritten, '.png')}']) hash`,
  );
  highest = await createGaps(del);
  answers = await answersOf(await everyPath());
  exported = await readHistory(source);
  built = await builtFiles();
  // Written anew, it must become private.
  await writeFile(archive(), '', { mode: 0o644 });
  const plain = ['export', '--no-encrypt', '--no-compress', '-f'];
  const production = { folder: installed, environment: { ...source.environment, NODE_ENV: 'production' } };
  await Promise.all([
    strapi(production, ...plain, path.join(folder, 'all')),
    strapi(inRepository(), ...plain, archive('repository'), '--exclude', 'files'),
  ]);
  await rm(path.join(installed, 'public', picture));
  original = await readFile(path.join(installed, 'public', overwritten));
  await writeFile(path.join(installed, 'public', overwritten), 'another picture');
  await changeRecords();
  before = await readHistory(source);
  await Promise.all([strapi(empty, ...IMPORT, archive()), strapi(inRepository(), ...IMPORT_WITHOUT_FILES, archive())]);
});

afterAll(async () => {
  for (const service of [source, empty]) if (service) await removeService(service);
  for (const each of [folder, installation.folder]) await rm(each, { recursive: true, force: true });
});

describe('an export of Strapi', () => {
  it('leaves nothing behind but its file, and no file of the built server is written again', async () => {
    expect(await readdir(folder)).toEqual(['all.tar', 'repository.tar']);
    const logsIn = async (each: string) =>
      (await readdir(each)).filter((name) => /^(export|import)_.*\.log$/.test(name));
    expect([await logsIn(root), await logsIn(installation.folder)]).toEqual([[], [LOG_OF_ANOTHER]]);
    expect(await builtFiles()).toEqual(built);
    expect(built.size).toBeGreaterThan(1000);
  });

  it('can be read by its owner only: it holds hashes of passwords', async () => {
    for (const file of [archive(), archive('repository')]) expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is refused where there is no service, and creates none', async () => {
    const dataDir = path.join(folder, 'nothing');
    const postgres = (await databaseUrlOf(source)).replace(/\/[^/]*$/, '/postgres');
    const copy = ['export', '--no-encrypt', '-f', path.join(folder, 'nothing')];
    const to = { folder: root, environment: { ...inRepository().environment, DATA_DIR: dataDir } };
    const without = await runStrapi(to, copy);
    expect(without).toMatchObject({ code: 1, err: expect.stringContaining(`no database in ${dataDir}`) });
    expect(without.err).toContain('DATA_DIR');
    const foreign = assertDatabase(readSettings({ ...to.environment, DATABASE_URL: postgres }));
    await expect(foreign).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('holds no tables of Rostra'),
    });
    expect((await readdir(folder)).filter((name) => name.startsWith('nothing'))).toEqual([]);
  });
});

describe('the first start in production', () => {
  it('prints no passwords: the banner names the file', async () => {
    const first = await credentialsOf(empty.dataDir);
    for (const { password } of Object.values(first)) expect(empty.log()).not.toContain(password);
    expect(empty.log()).toContain('credentials.json');
  });
});

describe('an import from development into a running production', () => {
  it('lets nobody do anything with a password of the first start there', async () => {
    const token = await apiToken(empty.url, (await credentialsOf(source.dataDir)).editor);
    for (const at of ['/console/lab/rs_bills', '/api/users/me'])
      expect([at, await refusalOf(empty, at, token)]).toEqual([at, [403, 'PASSWORD_CHANGE_REQUIRED']]);
  });

  it('lets nobody do anything in the panel with a password of the first start here', async () => {
    const token = await panelToken(empty.url, (await credentialsOf(empty.dataDir)).admin);
    expect(await refusalOf(empty, '/content-manager/content-types', token)).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
  });
});

describe('an import', () => {
  it('leaves nothing in the history of what is there already, although it writes every row anew', async () => {
    const after = await readHistory(source);
    const isThere = ([key, record]: [string, unknown]) => isDeepStrictEqual(before.records.get(key), record);
    const there = new Map([...exported.records].filter(isThere));
    expect(there.size).toBeGreaterThan(100);
    expect(before.records.size).toBeGreaterThanOrEqual(exported.records.size + resources.length);
    for (const [key, record] of there) expect([key, after.records.get(key)]).toEqual([key, record]);
    const written = new Set(after.revisions.slice(before.revisions.length).map(keyOfRevision));
    expect([...there.keys()].filter((key) => written.has(key))).toEqual([]);
    // What has changed since the export is as it was, and the history says so.
    const changed = [...exported.records].filter((each) => !isThere(each));
    expect(changed.map(([key]) => written.has(key))).toEqual(changed.map(() => true));
    expect(changed.length).toBeGreaterThan(1);
    for (const [key, { state }] of changed) expect([key, after.records.get(key)?.state]).toEqual([key, state]);
  });

  it.each([
    ['an empty service in production, without sources and compiler', async () => changePassword(empty)],
    ['a service in development that held other records, from the repository', () => turnTo(source)],
  ])('into %s gives every answer back, and new records identifiers of their own', async (_, turn) => {
    await turn();
    const imported = await answersOf(await everyPath());
    expect([...imported.keys()]).toEqual([...answers.keys()]);
    for (const [at, text] of answers) expect(`${at} ${imported.get(at)}`).toBe(`${at} ${text}`);
    expect(answers.size).toBeGreaterThan(500);
    for (const of of resources) {
      if (of.key.field) continue;
      expect({ [of.name]: keyOf(of, await make(of.kind)) > (highest.get(of) ?? 0) }).toEqual({ [of.name]: true });
    }
  });
});

describe('an import into an installation', () => {
  const uploads = () => readdir(path.join(installation.folder, 'public', 'uploads'));

  it('brings the uploaded files, and removes those that the database knew, and no others', async () => {
    expect(await uploads()).toEqual([picture, overwritten, OF_ANOTHER].map((each) => path.basename(each)).sort());
    expect((await fetch(`${empty.url}${picture}`)).status).toBe(200);
    expect(await readFile(path.join(installation.folder, 'public', overwritten))).toEqual(original);
  });

  it('writes links in batches', async () => {
    const [most] = await query(
      empty,
      `create extension if not exists pg_stat_statements;
       select max(rows / calls)::int as links from pg_stat_statements where query like 'insert into "%\\_lnk"%'`,
    );
    expect(most?.links).toBeGreaterThan(200);
  });

  /** Makes a small archive that has another picture under the name of the stored one; returns its folder. */
  const withOtherPicture = async (name: string) => {
    const to = path.join(folder, name);
    await unpackArchive({ archive: archive(), to }, (type) => /^(plugin|api::tag)/.test(type));
    await writeFile(path.join(to, 'assets', 'uploads', path.basename(picture)), 'another picture');
    return to;
  };
  const folderOfUploads = () => path.join(installation.folder, 'public', 'uploads');
  const stateOf = async (file: string) => [await readHistory(empty), await readFile(file)];

  it('leaves files and records as they are when a link is refused at its end', async () => {
    const picked = path.join(folderOfUploads(), path.basename(picture));
    const before = await stateOf(picked);
    const broken = await withOtherPicture('broken');
    const links = path.join(broken, 'links', 'links_00001.jsonl');
    const [first] = (await readFile(links, 'utf8')).split('\n').filter((line) => line.includes('"relation.basic"'));
    await appendFile(links, `\n${first}\n`);
    await writeFile(path.join(folderOfUploads(), 'of-an-editor.png'), PNG);
    const { code, out, err } = await runStrapi(empty, [...IMPORT, broken]);
    expect([code, out + err]).toEqual([1, expect.stringMatching(/duplicate key.*Import process failed/s)]);
    const [, log = ''] = /^Its log: (.*)$/m.exec(err) ?? [];
    expect(await readFile(log, 'utf8')).toContain('duplicate key');
    const names = [picture, overwritten, 'of-an-editor.png', OF_ANOTHER].map((each) => path.basename(each));
    expect(await uploads()).toEqual(names.sort());
    expect(await stateOf(picked)).toEqual(before);
  });

  it('leaves files and records as they are when its COMMIT is refused', async () => {
    const picked = path.join(folderOfUploads(), path.basename(picture));
    const before = await stateOf(picked);
    const names = await uploads();
    await query(
      empty,
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused by the test'; end $$;
       create constraint trigger refuse after insert on tags deferrable initially deferred for each row execute function refuse()`,
    );
    const { code, out, err } = await runStrapi(empty, [...IMPORT, await withOtherPicture('refused')]);
    await query(empty, 'drop trigger refuse on tags; drop function refuse');
    expect([code, out + err]).toEqual([1, expect.stringContaining('refused by the test')]);
    expect(out).not.toContain('Import process has been completed successfully');
    expect([await uploads(), await stateOf(picked)]).toEqual([names, before]);
  });

  it('leaves records as they are when it is killed, and files from before in a hidden folder', async () => {
    const picked = path.join(folderOfUploads(), path.basename(picture));
    const before = await stateOf(picked);
    const environment = {
      ...empty.environment,
      SIGNAL_AFTER: 'rename .before-import- SIGKILL',
      NODE_OPTIONS: `${empty.environment.NODE_OPTIONS ?? ''} --require ${path.join(root, 'tests', 'support', 'signal-after.cjs')}`,
    };
    const killed = await withOtherPicture('killed');
    expect((await runStrapi({ ...empty, environment }, [...IMPORT, killed])).code).toBe(137);
    const hidden = (await uploads()).filter((name) => name.startsWith('.before-import-'));
    expect(hidden.length).toBe(1);
    for (const each of hidden) {
      for (const name of await readdir(path.join(folderOfUploads(), each)))
        await rename(path.join(folderOfUploads(), each, name), path.join(folderOfUploads(), name));
      await rm(path.join(folderOfUploads(), each), { recursive: true });
    }
    expect(await stateOf(picked)).toEqual(before);
  });

  it('leaves files as they are when it fails while others are still to be written', async () => {
    const broken = path.join(folder, 'without-record');
    await unpackArchive({ archive: archive(), to: broken }, (type) => type.startsWith('plugin::upload'));
    const at = (kind: string, name: string) => path.join(broken, 'assets', kind, name);
    const described = path.basename(picture);
    const metadata = JSON.parse(await readFile(at('metadata', `${described}.json`), 'utf8'));
    const records = path.join(broken, 'entities', 'entities_00001.jsonl');
    const lines = (await readFile(records, 'utf8')).split('\n').filter(Boolean);
    const record = lines.map((line) => JSON.parse(line)).find(({ data }) => data.url === picture);
    const hashes = Array.from({ length: 40 }, (_, index) => `again_${index + 10}`);
    const kept = hashes.map((hash) => path.join(installation.folder, 'public', 'uploads', `${hash}.png`));
    for (const [index, hash] of [...hashes, 'without_record'].entries()) {
      const [id, name, url] = [100_000 + index, `${hash}.png`, `/uploads/${hash}.png`];
      await writeFile(at('uploads', name), 'of the archive');
      await writeFile(at('metadata', `${name}.json`), JSON.stringify({ ...metadata, id, name, hash, url }));
      const data = { ...record.data, id, name, hash, url, documentId: hash.padEnd(24, '0') };
      if (index < hashes.length) await appendFile(records, `${JSON.stringify({ ...record, id, data })}\n`);
    }
    for (const file of kept) await writeFile(file, 'from before');
    const history = await readHistory(empty);
    await expect(strapi(empty, ...IMPORT, broken)).rejects.toThrow(/File ID not found/);
    expect(await Promise.all(kept.map((file) => readFile(file, 'utf8')))).toEqual(kept.map(() => 'from before'));
    expect(await uploads()).not.toContain('without_record.png');
    expect((await uploads()).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(await readHistory(empty)).toEqual(history);
  });
});

describe('a command of Strapi that does not know how this project is built', () => {
  it.each([
    ['in the repository', inRepository, 'npm run build'],
    ['without sources', () => source, 'deploy the new build'],
  ])('is refused with what to do instead %s', async (_, where, instead) => {
    expect(await runStrapi(where(), ['build'])).toMatchObject({ code: 2, err: expect.stringContaining(instead) });
  });

  it('an import that cannot ask is refused with what to do', async () => {
    const { code, err } = await runStrapi(inRepository(), ['import', '-f', archive()]);
    expect([code, err]).toEqual([2, expect.stringContaining('--force')]);
  });
});

describe('an import that is interrupted', () => {
  const ASLEEP = `from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;

  // However late the signal is, the import cannot have ended: it waits at the first tag that it writes.
  beforeAll(() =>
    query(
      source,
      `create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(86400); return new; end';
       create trigger wait before insert on tags for each row execute function wait()`,
    ),
  );

  afterAll(async () => {
    await query(source, `select pg_terminate_backend(pid, 60000) ${ASLEEP}`);
    await query(source, 'drop trigger wait on tags; drop function wait');
  });

  it.each([
    ['loads', (shown: string) => shown.includes('Are you sure')],
    ['writes', async () => (await query(source, `select ${ASLEEP}`)).length > 0],
  ])('while it %s ends with the exit code of the signal, and changes nothing', async (_, isReached) => {
    const before = await readHistory(source);
    let child: ChildProcess | undefined;
    let shown = '';
    const ended = runStrapi(inRepository(), [...IMPORT_WITHOUT_FILES, archive()], (started) => {
      child = started;
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          shown += chunk.toString();
        });
    });
    await waitFor(() => isReached(shown));
    child?.kill('SIGINT');
    const { code, err } = await ended;
    expect([code, err]).toEqual([130, expect.stringContaining('was stopped')]);
    expect(err).not.toMatch(/\n\s+at /);
    expect(await readHistory(source)).toEqual(before);
  });
});

/** The archive of the source, exported from the installation or from the repository. */
const archive = (name = 'all') => path.join(folder, `${name}.tar`);

/** Status and message of an answer. */
async function refusalOf({ url }: Service, at: string, token: string): Promise<[number, string | undefined]> {
  const answer = await fetch(`${url}${at}`, { headers: { authorization: `Bearer ${token}` } });
  const { message, error } = (await answer.json()) as { message?: string; error?: { message: string } };
  return [answer.status, error?.message ?? message];
}

/** Runs SQL on a service's database; returns the rows of the last statement. */
async function query(service: Service, text: string): Promise<Record<string, unknown>[]> {
  return withClient({ connectionString: await databaseUrlOf(service) }, async (client) => {
    const answers = [await client.query(text)].flat();
    return answers.at(-1)?.rows ?? [];
  });
}

/** The revisions, and what is known of each record, by resource and number. */
interface History {
  revisions: HistoryRow[];
  records: Map<string, HistoryRow>;
}

interface HistoryRow {
  resource: string;
  number: number;
  state?: unknown;
}

const keyOfRevision = ({ resource, number }: HistoryRow): string => `${resource} ${number}`;

async function readHistory(service: Service): Promise<History> {
  const [row] = await query(
    service,
    `select (select json_agg(r order by change) from rostra_revisions r) as revisions, (select json_agg(r order by resource, number) from rostra_records r) as records`,
  );
  const { revisions, records } = row as unknown as Record<keyof History, HistoryRow[]>;
  return { revisions: revisions ?? [], records: new Map(records.map((record) => [keyOfRevision(record), record])) };
}

/** Changes the source after its export: new records of every resource, one tag renamed and one removed. */
async function changeRecords(): Promise<void> {
  for (const { kind } of resources) await make(kind);
  const tags = [...exported.records.values()].filter(({ resource, state }) => resource === 'rs_tags' && state);
  const [renamed, removed] = tags.map(({ number }) => `/console/lab/rs_tags/${number}`);
  expect((await patch(`${renamed}`, { name: '改名' })).status).toBe(200);
  expect((await del(`${removed}`)).status).toBe(204);
}

/** When each file that was built or installed was last written, in epoch ms, here and in the installation. */
async function builtFiles(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const each of [root, installation.folder])
    for (const entry of await readdir(path.join(each, 'dist'), { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile()) found.set(file, (await stat(file)).mtimeMs);
    }
  return found;
}

/** Uploads a picture through the panel, and returns its path on the service. */
async function uploadPicture({ url, dataDir }: Service): Promise<string> {
  const admin = await panelToken(url, (await credentialsOf(dataDir)).admin);
  const form = new FormData();
  form.append('files', new Blob([new Uint8Array(PNG)], { type: 'image/png' }), 'emblem.png');
  const answer = await fetch(`${url}/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}` },
    body: form,
  });
  const [file] = (await answer.json()) as { url: string }[];
  if (!file) throw new Error(`not uploaded: ${answer.status}`);
  return file.url;
}

/** Changes the editor's password of the first start, as production demands, and turns to the service. */
async function changePassword(service: Service): Promise<void> {
  await turnTo(service);
  const { password } = (await credentialsOf(source.dataDir)).editor;
  const change = { currentPassword: password, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };
  expect((await post('/api/auth/change-password', change)).status).toBe(200);
  await turnTo(service, NEW_PASSWORD);
}

/** Sends further requests to this service, with a new log-in of the source's editor: an import ends all sessions. */
async function turnTo({ url }: Service, changed?: string): Promise<void> {
  const { login: identifier, password } = (await credentialsOf(source.dataDir)).editor;
  testService.url = url;
  const { body } = await post('/api/auth/local', { identifier, password: changed ?? password }, { as: 'public' });
  testService.tokens = { ...testService.tokens, editor: body.jwt as string };
  editor = body.user.id as number;
}

/** Returns the paths of every list and record of every resource, every view, and every citizen's addresses. */
async function everyPath(): Promise<string[]> {
  const read = async (at: string): Promise<Answer['body']> => (await get(at)).body;
  const records = await Promise.all(resources.map((of) => pathsOf(of, read)));
  const terms = (await read('/console/lab/terms')).rows as { index: number }[];
  const ofViews = views.flatMap(({ path: at, parameters }) => {
    if ('term' in parameters) return terms.map(({ index }) => `${at}?term=${index}`);
    return 'date' in parameters ? [`${at}?date=2016-03-01`] : [at];
  });
  return [...records.flat(), ...ofViews, ...citizens.map(({ path: emails }) => emails)];
}

/** Concurrent requests. */
const CONCURRENCY = 8;

async function answersOf(paths: string[]): Promise<Map<string, string>> {
  const textOf = async (at: string): Promise<[string, string]> => {
    const { status, text } = await get(at);
    if (status !== 200) throw new Error(`${at}: ${status} ${text}`);
    // A timeline names its editor by Strapi's id, which an import changes: it must still be the same person.
    return [at, text.replaceAll(`"editor":${editor},`, '"editor":"editor",')];
  };
  const found: [string, string][] = [];
  for (let done = 0; done < paths.length; done += CONCURRENCY)
    found.push(...(await Promise.all(paths.slice(done, done + CONCURRENCY).map(textOf))));
  return new Map(found);
}

/** Where commands run for the source from the repository, with the compiler. */
function inRepository(): Pick<Service, 'folder' | 'environment'> {
  const { NODE_OPTIONS: _, ...environment } = source.environment;
  return { folder: root, environment };
}

/** Runs one of Strapi's commands for a service, from where the service runs. Throws if it fails. */
async function strapi(service: Pick<Service, 'folder' | 'environment'>, ...args: string[]): Promise<void> {
  const { code, out, err } = await runStrapi(service, args);
  if (code !== 0) throw new Error(`strapi ${args.join(' ')}: ${code}\n${out}\n${err}`);
}

function runStrapi(
  service: Pick<Service, 'folder' | 'environment'>,
  args: string[],
  onStart?: (child: ChildProcess) => void,
): Promise<Done> {
  return runProgram('scripts/run.mjs', ['strapi', ...args], service, undefined, onStart);
}
