import { execFile } from 'node:child_process';
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
import { changeFirstPassword, NEW_PASSWORD } from '../support/production';
import {
  credentialsOf,
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

/** Two services in production, from an installation without sources and compiler. */
let source: Service;
let empty: Service;
/** From the repository, in development. */
let other: Service;
let installation: Installation;
let folder: string;
let citizens: Citizen[];
let picture: string;
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
  picture = await uploadPicture(source);
  highest = await createGaps(del);
  answers = await answersOf(await everyPath());
  built = await builtFiles();
  await strapi(source, 'export', '--no-encrypt', '--no-compress', '-f', path.join(folder, 'all'));
  await rm(path.join(installed, 'public', picture));
  await Promise.all([strapi(empty, ...IMPORT, archive()), strapi(other, ...IMPORT_WITHOUT_FILES, archive())]);
});

afterAll(async () => {
  for (const service of [source, empty, other]) if (service) await removeService(service);
  for (const each of [folder, installation.folder]) await rm(each, { recursive: true, force: true });
});

describe('an export of Strapi', () => {
  it('leaves nothing behind but its file, and no file of the built server is written again', async () => {
    expect(await readdir(folder)).toEqual(['all.tar']);
    for (const each of [root, installation.folder])
      expect((await readdir(each)).filter((name) => /^(export|import)_.*\.log$/.test(name))).toEqual([]);
    expect(await builtFiles()).toEqual(built);
    expect(built.size).toBeGreaterThan(1000);
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
    expect(await uploads()).toEqual([path.basename(picture)]);
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
    expect(await uploads()).toEqual([path.basename(picture), 'of-an-editor.png'].sort());
    expect([await readRecords(empty), await readFile(picked)]).toEqual(before);
  });
});

describe('a command of Strapi that does not know how this project is built', () => {
  it.each([
    ['build', 'npm run build'],
    ['develop', 'npm run dev'],
    ['start', 'npm start'],
    ['ts:generate-types', 'Nothing here needs'],
  ])('%s is refused with what to do instead', async (name, instead) => {
    await expect(strapi(source, name)).rejects.toThrow(instead);
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
});

/** The archive that the export writes. */
const archive = () => path.join(folder, 'all.tar');

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
async function uploadPicture({ url, dataDir }: Service): Promise<string> {
  const form = new FormData();
  form.append('files', new Blob([new Uint8Array(PNG)], { type: 'image/png' }), 'emblem.png');
  const token = await changeFirstPassword(url, (await credentialsOf(dataDir)).admin);
  const answer = await fetch(`${url}/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
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

/** Runs one of Strapi's commands for a service, from where the service runs. */
async function strapi(service: Service, ...args: string[]): Promise<void> {
  const { code, out, err } = await runProgram('scripts/run.mjs', ['strapi', ...args], service);
  if (code !== 0) throw new Error(`strapi ${args.join(' ')}: ${code}\n${out}\n${err}`);
}
