import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Resource } from '../../src/plugins/rostra/server/src/resource/resource';
import { resources, views } from '../../src/resources';
import { withClient } from '../../src/runtime/pg-client';
import { type Citizen, register } from './citizen';
import { type Answer, del, get, patch, post, testService } from './client';
import { type CommandHost, runStrapiInHost, startStrapiHost, stopCommandHost } from './command-host';
import { createCompleteRecords, createGaps, pathsOf } from './complete-records';
import { make } from './factory';
import { type Installation, makeInstallation } from './installation';
import { panelToken } from './log-in';
import { nodeOptions } from './node-options';
import { NEW_PASSWORD } from './production';
import {
  credentialsOf,
  type Done,
  removeService,
  root,
  runProgram,
  type Service,
  startNewService,
  startService,
} from './service';
import { databaseUrlOf } from './test-service';

/** The tests register citizens, and write more than a production service takes of one address. */
const UNLIMITED = { REGISTRATION: 'open', RATE_LIMIT: '0', RATE_LIMIT_WRITES: '0' };

export const IMPORT = ['import', '--force', '-f'];
/** Leaves `public/uploads` of the repository alone, which other tests use. */
export const IMPORT_WITHOUT_FILES = ['import', '--force', '--exclude', 'files', '-f'];

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A file in the folder of uploads that no database of these services knows. */
export const OF_ANOTHER = 'of-another-service.png';

/** The log that another import left in the installation. */
export const LOG_OF_ANOTHER = 'import_9999999999999.log';

/** Uploaded files that only the empty service's database knows. */
const KNOWN = ['known.png', 'thumbnail_of_known.png'];

/** What all tests of whole services share. */
interface Transfer {
  /** Two services from an installation without sources and compiler: in development, and in production after its first start. */
  source: Service;
  empty: Service;
  installation: Installation;
  folder: string;
  /** Run commands for the source from the repository, and for the empty service from the installation. */
  hosts: { repository: CommandHost; installation: CommandHost };
  citizens: Citizen[];
  /** Uploaded pictures of the source: one that is gone from the folder before the import, and one that has been overwritten. */
  picture: string;
  overwritten: string;
  /** What that holds in the archive. */
  original: Buffer;
  built: Map<string, number>;
  /** Logs in the root from before. */
  logs: string[];
  highest: Map<Resource, number>;
  answers: Map<string, string>;
  /** The history of the source when it was exported, and before the import. */
  exported: History;
  before: History;
  /** How the import into the empty service ended, which was asked to stop after its commit. */
  imported: Done;
  /** Strapi's id of the editor on the service that the tests have turned to. */
  editor: number;
}

const transfer = {} as Transfer;
let isSetUp = false;

/** Exports a service into an archive and imports that into two, once for all parts of a test file. */
export function setUpTransfer(): Transfer {
  if (!isSetUp) {
    beforeAll(start);
    afterAll(stop);
  }
  isSetUp = true;
  return transfer;
}

async function start(): Promise<void> {
  [transfer.installation, transfer.folder] = await Promise.all([
    makeInstallation(),
    mkdtemp(path.join(os.tmpdir(), 'rostra-transfer-')),
  ]);
  const { folder: installed, settings } = transfer.installation;
  [transfer.source, transfer.empty] = await Promise.all([
    startService({ ...settings, ...UNLIMITED, NODE_ENV: 'development' }, installed),
    startNewService({ ...settings, ...UNLIMITED, LOG_LEVEL: 'silly' }, installed),
  ]);
  await turnTo(transfer.source);
  transfer.citizens = [await register(), await register()];
  for (const { path: emails, authorization } of transfer.citizens) {
    await post(emails, { email: 'second@example.org' }, { authorization });
  }
  await createCompleteRecords();
  [transfer.picture, transfer.overwritten] = [
    await uploadPicture(transfer.source),
    await uploadPicture(transfer.source),
  ];
  for (const name of [OF_ANOTHER, ...KNOWN]) await writeFile(path.join(installed, 'public', 'uploads', name), PNG);
  await writeFile(path.join(installed, LOG_OF_ANOTHER), 'of another import');
  await query(
    transfer.empty,
    `insert into files (name, hash, ext, mime, url, provider, formats)
     select hash, hash, '.png', 'image/png', '/uploads/' || hash || '.png', 'local', jsonb_build_object('thumbnail', jsonb_build_object('hash', 'thumbnail_of_' || hash, 'ext', '.png'))
     from unnest(array['known', '${path.basename(transfer.overwritten, '.png')}']) hash`,
  );
  transfer.highest = await createGaps(del);
  transfer.answers = await answersOf(await everyPath());
  transfer.exported = await readHistory(transfer.source);
  [transfer.built, transfer.logs] = [await builtFiles(), await logsIn(root)];
  // Written anew, it must become private.
  await writeFile(archive(), '', { mode: 0o644 });
  const plain = ['export', '--no-encrypt', '--no-compress', '-f'];
  const production = { folder: installed, environment: { ...transfer.source.environment, NODE_ENV: 'production' } };
  const [repository, installation] = await Promise.all([
    startStrapiHost(inRepository()),
    startStrapiHost(transfer.empty),
    strapi(production, ...plain, path.join(transfer.folder, 'all')),
  ]);
  transfer.hosts = { repository, installation };
  await inHost(repository, ...plain, archive('repository'), '--exclude', 'files');
  await rm(path.join(installed, 'public', transfer.picture));
  transfer.original = await readFile(path.join(installed, 'public', transfer.overwritten));
  await writeFile(path.join(installed, 'public', transfer.overwritten), 'another picture');
  await changeRecords();
  transfer.before = await readHistory(transfer.source);
  // Once it removes this file, it is committed.
  const stopped = signalAfter(transfer.empty, `rm ${KNOWN[0]} SIGTERM parent`);
  [transfer.imported] = await Promise.all([
    runStrapi(stopped, [...IMPORT, archive()]),
    inHost(repository, ...IMPORT_WITHOUT_FILES, archive()),
  ]);
  if (transfer.imported.code !== 0) throw new Error(`${transfer.imported.out}\n${transfer.imported.err}`);
}

async function stop(): Promise<void> {
  for (const each of Object.values(transfer.hosts ?? {})) await stopCommandHost(each);
  for (const service of [transfer.source, transfer.empty]) if (service) await removeService(service);
  for (const each of [transfer.folder, transfer.installation.folder]) await rm(each, { recursive: true, force: true });
}

/** The archive of the source, exported from the installation or from the repository. */
export const archive = (name = 'all') => path.join(transfer.folder, `${name}.tar`);

/** The folder of uploaded files of both services, and the names in it. */
export const folderOfUploads = (): string => path.join(transfer.installation.folder, 'public', 'uploads');
export const uploads = (): Promise<string[]> => readdir(folderOfUploads());

/** Runs SQL on a service's database; returns the rows of the last statement. */
export async function query(service: Service, text: string): Promise<Record<string, unknown>[]> {
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

export const keyOfRevision = ({ resource, number }: HistoryRow): string => `${resource} ${number}`;

export async function readHistory(service: Service): Promise<History> {
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
  const tags = [...transfer.exported.records.values()].filter(({ resource, state }) => resource === 'rs_tags' && state);
  const [renamed, removed] = tags.map(({ number }) => `/console/lab/rs_tags/${number}`);
  expect((await patch(`${renamed}`, { name: '改名' })).status).toBe(200);
  expect((await del(`${removed}`)).status).toBe(204);
}

/** When each file that was built or installed was last written, in epoch ms, here and in the installation. */
export async function builtFiles(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const each of [root, transfer.installation.folder])
    for (const entry of await readdir(path.join(each, 'dist'), { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile()) found.set(file, (await stat(file)).mtimeMs);
    }
  return found;
}

/** The logs of exports and imports in a folder. */
export const logsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^(export|import)_.*\.log$/.test(name));

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
export async function changePassword(service: Service): Promise<void> {
  await turnTo(service);
  const { password } = (await credentialsOf(transfer.source.dataDir)).editor;
  const change = { currentPassword: password, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };
  expect((await post('/api/auth/change-password', change)).status).toBe(200);
  await turnTo(service, NEW_PASSWORD);
}

/** Sends further requests to this service, with a new log-in of the source's editor: an import ends all sessions. */
export async function turnTo({ url }: Service, changed?: string): Promise<void> {
  const { login: identifier, password } = (await credentialsOf(transfer.source.dataDir)).editor;
  testService.url = url;
  const { body } = await post('/api/auth/local', { identifier, password: changed ?? password }, { as: 'public' });
  testService.tokens = { ...testService.tokens, editor: body.jwt as string };
  transfer.editor = body.user.id as number;
}

/** Returns the paths of every list and record of every resource, every view, and every citizen's addresses. */
export async function everyPath(): Promise<string[]> {
  const read = async (at: string): Promise<Answer['body']> => (await get(at)).body;
  const records = await Promise.all(resources.map((of) => pathsOf(of, read)));
  const terms = (await read('/console/lab/terms')).rows as { index: number }[];
  const ofViews = views.flatMap(({ path: at, parameters }) => {
    if ('term' in parameters) return terms.map(({ index }) => `${at}?term=${index}`);
    return 'date' in parameters ? [`${at}?date=2016-03-01`] : [at];
  });
  return [...records.flat(), ...ofViews, ...transfer.citizens.map(({ path: emails }) => emails)];
}

/** Concurrent requests. */
const CONCURRENCY = 8;

export async function answersOf(paths: string[]): Promise<Map<string, string>> {
  const textOf = async (at: string): Promise<[string, string]> => {
    const { status, text } = await get(at);
    if (status !== 200) throw new Error(`${at}: ${status} ${text}`);
    // A timeline names its editor by Strapi's id, which an import changes: it must still be the same person.
    return [at, text.replaceAll(`"editor":${transfer.editor},`, '"editor":"editor",')];
  };
  const found: [string, string][] = [];
  for (let done = 0; done < paths.length; done += CONCURRENCY)
    found.push(...(await Promise.all(paths.slice(done, done + CONCURRENCY).map(textOf))));
  return new Map(found);
}

/** Where commands run for the source from the repository, with the compiler. */
export function inRepository(): Pick<Service, 'folder' | 'environment'> {
  const { NODE_OPTIONS: _, ...environment } = transfer.source.environment;
  return { folder: root, environment };
}

/** Where a command gets a signal, or passes it on, after a function of fs/promises (`signal-after.cjs`). */
export const signalAfter = (
  { folder, environment }: Service,
  moment: string,
): Pick<Service, 'folder' | 'environment'> => ({
  folder,
  environment: {
    ...environment,
    SIGNAL_AFTER: moment,
    NODE_OPTIONS: `${environment.NODE_OPTIONS} ${nodeOptions('signal-after.cjs')}`,
  },
});

/** Runs one of Strapi's commands in a process of its own, from where the service runs. Throws if it fails. */
const strapi = async (service: Pick<Service, 'folder' | 'environment'>, ...args: string[]): Promise<void> =>
  assertDone(args, await runStrapi(service, args));

/** Runs one of Strapi's commands in a host. Throws if it fails. */
const inHost = async (host: CommandHost, ...args: string[]): Promise<void> =>
  assertDone(args, await runStrapiInHost(host, args));

function assertDone(args: string[], { code, out, err }: Done): void {
  if (code !== 0) throw new Error(`strapi ${args.join(' ')}: ${code}\n${out}\n${err}`);
}

/** Runs one of Strapi's commands for a service in a process of its own, however it ends. */
export function runStrapi(
  service: Pick<Service, 'folder' | 'environment'>,
  args: string[],
  onStart?: (child: ChildProcess) => void,
): Promise<Done> {
  return runProgram('scripts/run.mjs', ['strapi', ...args], service, undefined, onStart);
}
