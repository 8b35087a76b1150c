// A separate service with an embedded PostgreSQL that can be started, killed and restarted on the same port.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { freePort, productionEnvironment } from '../support/environment.mjs';
import { makeDataDir } from '../support/postgres.mjs';
import { root, runProgram } from '../support/programs.mjs';
import { SERVICE, stopServer } from '../support/servers.mjs';

/**
 * Prepares a data folder, a port and the environment of a production service; `start` starts it. With `DATA_DIR`, it is a
 * further process on the data folder of another one.
 */
export async function makeService(settings = {}) {
  const dataDir = settings.DATA_DIR ?? makeDataDir();
  const port = await freePort();
  const environment = {
    ...productionEnvironment(),
    DATA_DIR: dataDir,
    PORT: String(port),
    SAMPLE_DATA: 'true',
    ...settings,
  };
  const service = {
    dataDir,
    environment,
    port,
    url: `http://127.0.0.1:${port}`,
    /** What the service printed since it was made. */
    log: '',
    /** Exit codes and signals of all processes that have ended. */
    exits: [],
    process: undefined,
    start: () => start(service),
    kill: (signal) => stopServer(service.process, signal),
    killDatabase: (signal) => process.kill(postmasterOf(dataDir), signal),
    command: (name, ...args) => runProgram([`dist/src/cli/${name}.js`, ...args], environment),
    /** Reports of `content check`, as JSON; 1 says that there are some. */
    check: () => runProgram(['dist/src/cli/content.js', 'check', '--json', '--all'], environment, { codes: [0, 1] }),
    remove: async () => {
      if (service.process) await stopServer(service.process, 'SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return service;
}

function start(service) {
  const child = spawn(process.execPath, [SERVICE], {
    cwd: root,
    env: service.environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  service.process = child;
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (service.log += chunk));
  child.once('exit', (code, signal) => service.exits.push(signal ?? code));
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(service));
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${service.log.slice(-3000)}`)));
  });
}

/** The parent process of the embedded PostgreSQL. */
function postmasterOf(dataDir) {
  return Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}
