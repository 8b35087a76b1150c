import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { nodeOptions } from './node-options';
import { freePort } from './port';
import { waitFor } from './wait-for';

/** The root of the repository. */
export const root = path.resolve(__dirname, '../..');

const POSTGRES_OPTIONS = [
  // All statements of a run are kept: PostgreSQL lets rare ones go, and the tests' counts would fall.
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.max=50000',
  // The machine does not fail while tests run; a killed server loses nothing by it.
  'fsync=off',
  // A log without spare segments: less to fill with zeros, and to copy with the template.
  'wal_recycle=off',
  'wal_init_zero=off',
];

/** A running service with its own data folder, port and database. */
export interface Service {
  url: string;
  dataDir: string;
  /** Where its code is. */
  folder: string;
  environment: Record<string, string>;
  process: ChildProcess;
  log(): string;
  stop(): Promise<void>;
}

/** Starts a service from an empty data folder: the first start of a newcomer. */
export const startNewService = async (settings: Record<string, string> = {}, folder = root): Promise<Service> => {
  const dataDir = await makeDataDir();
  try {
    return await startService({ ...settings, DATA_DIR: dataDir }, folder);
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
};

/**
 * Starts the built service on a free port and waits until it answers. Without `DATA_DIR`, it gets a copy of the template: a
 * data folder whose first start is done, without content. The code is that of `folder`. Throws with the service's log if it does not start.
 */
export async function startService(settings: Record<string, string> = {}, folder = root): Promise<Service> {
  const dataDir = settings.DATA_DIR ?? (await copyTemplate());
  const port = Number(settings.PORT ?? (await freePort()));
  const environment = {
    ...inheritedEnvironment(),
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    SAMPLE_DATA: 'false',
    LOG_LEVEL: 'warn',
    // Results must not depend on the time zone of the machine.
    TZ: 'Asia/Taipei',
    EMBEDDED_POSTGRES_OPTIONS: POSTGRES_OPTIONS.join(' '),
    NODE_OPTIONS: nodeOptions(),
    ...settings,
  };
  const child = spawn(process.execPath, ['dist/src/cli/serve.js'], {
    cwd: folder,
    env: environment,
    // The IPC channel tells the service when the tests are killed, so that it stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.channel?.unref();
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  const service = { url, dataDir, folder, environment, process: child, log: () => log, stop: () => stop(child) };
  try {
    await waitUntilReady(service);
    return service;
  } catch (error) {
    // Do not remove a folder that the caller passed.
    await (settings.DATA_DIR ? service.stop() : removeService(service));
    throw error;
  }
}

/** Stops a service and removes its data folder. */
export async function removeService(service: Service): Promise<void> {
  await service.stop();
  await rm(service.dataDir, { recursive: true, force: true });
}

/** A program's output and exit code; null if a signal ended it. */
export interface Done {
  code: number | null;
  out: string;
  err: string;
}

/**
 * Runs a command-line program to its end. `input` is its standard input; `onStart` receives the process.
 */
export const runCommand = (
  name: string,
  args: string[],
  environment: Record<string, string>,
  input?: string | Buffer,
  onStart?: (child: ChildProcess) => void,
): Promise<Done> => runProgram(`dist/src/cli/${name}.js`, args, { folder: root, environment }, input, onStart);

/** Like `runCommand`, for any file of a service's code. */
export function runProgram(
  file: string,
  args: string[],
  { folder, environment }: Pick<Service, 'folder' | 'environment'>,
  input?: string | Buffer,
  onStart: (child: ChildProcess) => void = () => undefined,
): Promise<Done> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: folder,
      env: environment,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    onStart(child);
    child.stdin?.end(input);
    let [out, err] = ['', ''];
    child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

/** Reads the generated passwords of a data folder. */
export async function credentialsOf(dataDir: string): Promise<Credentials> {
  return JSON.parse(await readFile(path.join(dataDir, 'credentials.json'), 'utf8')) as Credentials;
}

export interface Credentials {
  editor: { login: string; password: string };
  admin: { login: string; password: string };
  panelEditor: { login: string; password: string };
}

/**
 * Copies the template with its owners: PostgreSQL's files may belong to a user of its own. All copies have the same secrets, log-ins
 * and ids of accounts; a test for which that matters uses `startNewService`.
 */
export async function copyTemplate(): Promise<string> {
  const template = process.env.ROSTRA_TEST_TEMPLATE;
  if (!template) throw new Error('no template: the global set-up of the tests creates it');
  const dataDir = await makeDataDir();
  await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir]);
  return dataDir;
}

/** Creates an empty data folder. If we are root, PostgreSQL runs as its own user, which must be able to enter. */
async function makeDataDir(): Promise<string> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'rostra-test-'));
  await chmod(made, 0o711);
  return made;
}

/** Waits for the message that the service sends once it listens: to ask again and again costs CPU time. */
async function waitUntilReady({ url, process: child, log }: Service): Promise<void> {
  let isReady = false;
  child.on('message', (message) => {
    isReady ||= message === 'ready';
  });
  await waitFor(() => isReady || child.exitCode !== null || child.signalCode !== null).catch(() => undefined);
  if (isReady && (await fetch(`${url}/c0ngress/zones`).catch(() => undefined))?.status === 200) return;
  child.kill('SIGKILL');
  throw new Error(`the service did not start:\n${log().slice(0, 5000)}`);
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Returns the environment of the tests without settings of another service. */
function inheritedEnvironment(): Record<string, string> {
  const own = /^(PATH|HOME|LANG|LC_.*|TMPDIR|SystemRoot|CI|NODE_EXTRA_CA_CERTS|ROSTRA_TEST_CODE)$/;
  return Object.fromEntries(
    Object.entries(process.env).filter(([name, value]) => own.test(name) && value !== undefined),
  ) as Record<string, string>;
}
