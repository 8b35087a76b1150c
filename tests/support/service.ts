import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** The root of the repository. */
export const root = path.resolve(__dirname, '../..');

/** A running service with a data folder, a port and a database of its own. */
export interface Service {
  url: string;
  dataDir: string;
  environment: Record<string, string>;
  process: ChildProcess;
  log(): string;
  stop(): Promise<void>;
}

/** How long a first start may take, in ms. */
const START = 120_000;

/** Starts the built service on a free port, and waits until it answers. Errors: with its log when it does not. */
export async function startService(given: Record<string, string> = {}): Promise<Service> {
  const dataDir = given.DATA_DIR ?? (await makeDataDir());
  const port = Number(given.PORT ?? (await freePort()));
  const environment = {
    ...inherited(),
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    SAMPLE_DATA: 'false',
    LOG_LEVEL: 'warn',
    // Times must come out the same wherever the service runs.
    TZ: 'Asia/Taipei',
    EMBEDDED_POSTGRES_OPTIONS: 'shared_preload_libraries=pg_stat_statements fsync=off',
    ...given,
  };
  const child = spawn(process.execPath, ['dist/src/cli/serve.js'], {
    cwd: root,
    env: environment,
    // Through the channel the service learns when the tests are killed, and stops too.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.channel?.unref();
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  const service = { url, dataDir, environment, process: child, log: () => log, stop: () => stop(child) };
  try {
    await ready(service);
    return service;
  } catch (error) {
    // A folder that was given belongs to others, too.
    await (given.DATA_DIR ? service.stop() : removeService(service));
    throw error;
  }
}

/** Stops a service and removes its data folder. */
export async function removeService(service: Service): Promise<void> {
  await service.stop();
  await rm(service.dataDir, { recursive: true, force: true });
}

/** What a program printed, and its exit code: null for one that a signal has ended. */
export interface Done {
  code: number | null;
  out: string;
  err: string;
}

/**
 * Runs one of the command-line programs beside a service, or alone, to its end. `input` is its standard input; `begun` is
 * given the process.
 */
export function runCommand(
  name: string,
  args: string[],
  environment: Record<string, string>,
  input?: string | Buffer,
  begun: (child: ChildProcess) => void = () => undefined,
): Promise<Done> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`dist/src/cli/${name}.js`, ...args], {
      cwd: root,
      env: environment,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    begun(child);
    child.stdin?.end(input);
    let [out, err] = ['', ''];
    child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

/** The generated passwords of a data folder. */
export async function credentialsOf(dataDir: string): Promise<Credentials> {
  return JSON.parse(await readFile(path.join(dataDir, 'credentials.json'), 'utf8')) as Credentials;
}

export interface Credentials {
  editor: { login: string; password: string };
  admin: { login: string; password: string };
  panelEditor: { login: string; password: string };
}

/** PostgreSQL runs as a user of its own when we are root, and must be able to enter. */
async function makeDataDir(): Promise<string> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'rostra-test-'));
  await chmod(made, 0o711);
  return made;
}

async function ready({ url, process: child, log }: Service): Promise<void> {
  const end = Date.now() + START;
  while (Date.now() < end && child.exitCode === null) {
    const answer = await fetch(`${url}/c0ngress/zones`).catch(() => undefined);
    if (answer?.status === 200) return;
    if (answer?.status === 500) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
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

/** A port of this machine that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** The environment of the tests, without settings of a service that may run beside them. */
function inherited(): Record<string, string> {
  const own = /^(PATH|HOME|LANG|LC_.*|TMPDIR|SystemRoot|CI|NODE_EXTRA_CA_CERTS)$/;
  return Object.fromEntries(
    Object.entries(process.env).filter(([name, value]) => own.test(name) && value !== undefined),
  ) as Record<string, string>;
}
