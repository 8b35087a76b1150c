import { type ChildProcess, execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Resource } from '../../src/plugins/rostra/server/src/resource/resource';
import { resources, views } from '../../src/resources';
import { withClient } from '../../src/runtime/pg-client';
import { type Citizen, register } from '../support/citizen';
import { type Answer, del, get, post, testService } from '../support/client';
import { createCompleteRecords, createGaps, pathsOf } from '../support/complete-records';
import { keyOf, make } from '../support/factory';
import { type Installation, makeInstallation } from '../support/installation';
import { apiToken, panelToken } from '../support/log-in';
import { changeFirstPassword, NEW_PASSWORD } from '../support/production';
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

/** Two services in production, from an installation without sources and compiler. */
let source: Service;
let empty: Service;
/** From the repository, in development. */
let other: Service;
let installation: Installation;
let folder: string;
let citizens: Citizen[];
let picture: string;
/** Opens the source's panel. */
let admin: string;
let built: Map<string, number>;
let highest: Map<Resource, number>;
let answers: Map<string, string>;
/** Reads Strapi's id of the editor on this service. */
let editor: number;

beforeAll(async () => {
  [installation, folder] = await Promise.all([makeInstallation(), mkdtemp(path.join(os.tmpdir(), 'rostra-transfer-'))]);
  const { folder: installed, settings } = installation;
  [source, empty, other] = await Promise.all([
    startService({ ...settings, ...UNLIMITED }, installed),
    startNewService({ ...settings, ...UNLIMITED }, installed),
    startNewService({ SAMPLE_DATA: 'true' }),
  ]);
  await changePassword(source);
  await turnTo(source);
  citizens = [await register(), await register()];
  for (const { path: emails, authorization } of citizens) {
    await post(emails, { email: 'second@example.org' }, { authorization });
  }
  await createCompleteRecords();
  admin = await changeFirstPassword(source.url, (await credentialsOf(source.dataDir)).admin);
  picture = await uploadPicture(source);
  await writeFile(path.join(installed, 'public', 'uploads', OF_ANOTHER), PNG);
  highest = await createGaps(del);
  answers = await answersOf(await everyPath());
  built = await builtFiles();
  // Written anew, it must become private.
  await writeFile(archive(), '', { mode: 0o644 });
  const plain = ['export', '--no-encrypt', '--no-compress', '-f'];
  await Promise.all([
    strapi(source, ...plain, path.join(folder, 'all')),
    strapi(other, ...plain, archive('development')),
  ]);
  await rm(path.join(installed, 'public', picture));
  await Promise.all([strapi(empty, ...IMPORT, archive()), strapi(other, ...IMPORT_WITHOUT_FILES, archive())]);
});

afterAll(async () => {
  for (const service of [source, empty, other]) if (service) await removeService(service);
  for (const each of [folder, installation.folder]) await rm(each, { recursive: true, force: true });
});

describe('an export of Strapi', () => {
  it('leaves nothing behind but its file, and no file of the built server is written again', async () => {
    expect(await readdir(folder)).toEqual(['all.tar', 'development.tar']);
    for (const each of [root, installation.folder])
      expect((await readdir(each)).filter((name) => /^(export|import)_.*\.log$/.test(name))).toEqual([]);
    expect(await builtFiles()).toEqual(built);
    expect(built.size).toBeGreaterThan(1000);
  });

  it('can be read by its owner only: it holds hashes of passwords', async () => {
    for (const file of [archive(), archive('development')]) expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is refused where there is no service, and creates none', async () => {
    const dataDir = path.join(folder, 'nothing');
    const postgres = (await databaseUrlOf(other)).replace(/\/[^/]*$/, '/postgres');
    const copy = ['export', '--no-encrypt', '-f', path.join(folder, 'nothing')];
    const to = { folder: root, environment: { ...other.environment, DATA_DIR: dataDir } };
    const without = await runStrapi(to, copy);
    expect(without).toMatchObject({ code: 1, err: expect.stringContaining(`no database in ${dataDir}`) });
    expect(without.err).toContain('DATA_DIR');
    const foreign = await runStrapi({ ...to, environment: { ...to.environment, DATABASE_URL: postgres } }, copy);
    expect(foreign).toMatchObject({ code: 1, err: expect.stringContaining('holds no tables of Rostra') });
    expect((await readdir(folder)).filter((name) => name.startsWith('nothing'))).toEqual([]);
  });

  it.each([
    ['an empty service in production, without sources and compiler', () => empty],
    ['a service that held other records', () => other],
  ])('imported into %s gives every answer back, and new records identifiers of their own', async (_, target) => {
    await turnTo(target());
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

  it('brings the uploaded files', async () => {
    expect(await uploads()).toEqual([path.basename(picture), OF_ANOTHER].sort());
    expect((await fetch(`${empty.url}${picture}`)).status).toBe(200);
  });

  it('writes links in batches', async () => {
    const [most] = await query(
      empty,
      `create extension if not exists pg_stat_statements;
       select max(rows / calls)::int as links from pg_stat_statements where query like 'insert into "%\\_lnk"%'`,
    );
    expect(most?.links).toBeGreaterThan(200);
  });

  it('leaves files and records as they are when a link is refused at its end', async () => {
    const folderOfUploads = path.join(installation.folder, 'public', 'uploads');
    const picked = path.join(folderOfUploads, path.basename(picture));
    const before = [await readRecords(empty), await readFile(picked)];
    const broken = path.join(folder, 'broken');
    await mkdir(broken);
    await promisify(execFile)('tar', ['-xf', archive(), '-C', broken]);
    await writeFile(path.join(broken, 'assets', 'uploads', path.basename(picture)), 'another picture');
    const links = path.join(broken, 'links', 'links_00001.jsonl');
    const [first] = (await readFile(links, 'utf8')).split('\n').filter((line) => line.includes('"relation.basic"'));
    await appendFile(links, `\n${first}\n`);
    await writeFile(path.join(folderOfUploads, 'of-an-editor.png'), PNG);
    await expect(strapi(empty, ...IMPORT, broken)).rejects.toThrow(/duplicate key.*Import process failed/s);
    expect(await uploads()).toEqual([path.basename(picture), 'of-an-editor.png', OF_ANOTHER].sort());
    expect([await readRecords(empty), await readFile(picked)]).toEqual(before);
  });
});

describe('a command of Strapi that does not know how this project is built', () => {
  it.each([
    ['build', 'npm run build', 'deploy the new build'],
    ['develop', 'npm run dev', 'deploy the new build'],
    ['start', 'npm start', 'npm start'],
    ['ts:generate-types', 'Nothing here needs', 'Nothing here needs'],
  ])('%s is refused with what to do instead, in the repository and without sources', async (name, here, there) => {
    expect(await runStrapi(other, [name])).toMatchObject({ code: 2, err: expect.stringContaining(here) });
    expect(await runStrapi(source, [name])).toMatchObject({ code: 2, err: expect.stringContaining(there) });
  });

  it('an import that cannot ask is refused with what to do', async () => {
    const { code, err } = await runStrapi(other, ['import', '-f', archive()]);
    expect([code, err]).toEqual([2, expect.stringContaining('--force')]);
  });
});

describe('an import that is interrupted', () => {
  it.each([
    ['loads', 'Are you sure'],
    ['writes', 'entities:'],
  ])('while it %s ends with the exit code of the signal, and changes nothing', async (_, moment) => {
    const before = await readRecords(other);
    let shown = '';
    const { code, err } = await runStrapi(other, [...IMPORT_WITHOUT_FILES, archive()], (child) => {
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          const isBefore = !shown.includes(moment);
          shown += chunk.toString();
          if (isBefore && shown.includes(moment)) child.kill('SIGINT');
        });
    });
    expect([code, err]).toEqual([130, expect.stringContaining('was stopped')]);
    expect(err).not.toMatch(/\n\s+at /);
    expect(await readRecords(other)).toEqual(before);
  });
});

describe('an import of what is there already', () => {
  it('leaves nothing in the history, although it writes every row anew', async () => {
    const before = await readRecords(source);
    await strapi(source, ...IMPORT, archive());
    const after = await readRecords(source);
    expect(after.revisions.slice(before.revisions.length)).toEqual([]);
    expect(after.records).toEqual(before.records);
    expect(before.records.length).toBeGreaterThan(100);
  });

  it('removes the files that the database knew, and no others', async () => {
    const uploads = path.join(installation.folder, 'public', 'uploads');
    const later = path.basename(await uploadPicture(source));
    await query(
      source,
      `update files set formats = '{"thumbnail": {"hash": "thumbnail_of_later", "ext": ".png"}}' where hash || ext = '${later}'`,
    );
    await writeFile(path.join(uploads, 'thumbnail_of_later.png'), PNG);
    await strapi(source, ...IMPORT, archive());
    const found = await readdir(uploads);
    expect(found).toEqual(expect.arrayContaining([path.basename(picture), OF_ANOTHER]));
    for (const name of [later, 'thumbnail_of_later.png']) expect(found).not.toContain(name);
  });
});

describe('an import from development into a running production', () => {
  beforeAll(() => strapi(empty, ...IMPORT, archive('development')));

  it('lets nobody do anything with a password of the first start there', async () => {
    const token = await apiToken(empty.url, (await credentialsOf(other.dataDir)).editor);
    for (const at of ['/console/lab/rs_bills', '/api/users/me'])
      expect([at, await refusalOf(empty, at, token)]).toEqual([at, [403, 'PASSWORD_CHANGE_REQUIRED']]);
  });

  it('lets nobody do anything in the panel with a password of the first start here', async () => {
    const token = await panelToken(empty.url, (await credentialsOf(empty.dataDir)).admin);
    expect(await refusalOf(empty, '/content-manager/content-types', token)).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
  });
});

/** The archive of the source, or that of the other service before anything was imported into it. */
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

/** Reads the history, and what it knows of each record. */
async function readRecords(service: Service): Promise<{ revisions: unknown[]; records: unknown[] }> {
  const [row] = await query(
    service,
    `select (select json_agg(r order by change) from rostra_revisions r) as revisions, (select json_agg(r order by resource, number) from rostra_records r) as records`,
  );
  return row as { revisions: unknown[]; records: unknown[] };
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
async function uploadPicture({ url }: Service): Promise<string> {
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

/** Changes the editor's password of the first start, as production demands. */
async function changePassword({ url, dataDir }: Service): Promise<void> {
  testService.url = url;
  const { login: identifier, password } = (await credentialsOf(dataDir)).editor;
  const { body } = await post('/api/auth/local', { identifier, password }, { as: 'public' });
  const change = { currentPassword: password, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };
  await post('/api/auth/change-password', change, { authorization: `Bearer ${body.jwt}` });
}

/** Sends further requests to this service, with new log-ins: an import ends all sessions. */
async function turnTo(service: Service): Promise<void> {
  const { login: identifier } = (await credentialsOf(source.dataDir)).editor;
  testService.url = service.url;
  const { body } = await post('/api/auth/local', { identifier, password: NEW_PASSWORD }, { as: 'public' });
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

async function answersOf(paths: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const at of paths) {
    const { status, text } = await get(at);
    if (status !== 200) throw new Error(`${at}: ${status} ${text}`);
    // A timeline names its editor by Strapi's id, which an import changes: it must still be the same person.
    found.set(at, text.replaceAll(`"editor":${editor},`, '"editor":"editor",'));
  }
  return found;
}

/** Runs one of Strapi's commands for a service, from where the service runs. Throws if it fails. */
async function strapi(service: Service, ...args: string[]): Promise<void> {
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
