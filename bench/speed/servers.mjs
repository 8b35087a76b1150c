// The measured servers: processes that send a message when they are ready.
import { spawn } from 'node:child_process';
import { signInEditor } from '../editor.mjs';
import { freePort } from '../environment.mjs';
import { root } from './database.mjs';
import { cpuOf, memoryOf } from './usage.mjs';

/** Runs a Node.js program as a server on a free port; `seconds` is the time until it was ready. */
export async function startServer(args, environment) {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const message = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code} before it was ready`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    message,
    seconds: (performance.now() - begun) / 1000,
    memory: () => memoryOf(child.pid),
    cpu: () => cpuOf(child.pid),
    stop: () => stopped(child),
  };
}

/** Our service; `uncached` runs a statement for every read. */
export const startOurs = ({ environment }, extra = {}) =>
  startServer(['dist/src/cli/serve.js'], { ...environment, ...extra });
export const startUncached = (database) => startOurs(database, { ANSWER_CACHE_MB: '0' });
export const startBare = ({ environment }) => startServer(['bench/bare/server.mjs'], environment);
export const startStock = ({ environment, addressOf }, folder) =>
  startServer(['bench/stock/server.mjs', folder], { ...environment, DATABASE_URL: addressOf('stock') });

/** The authorization header of our logged-in editor. */
export const editorOf = async ({ dataDir }, { url }) => ({
  authorization: `Bearer ${await signInEditor(url, dataDir)}`,
});

function stopped(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}
