import { spawn } from 'node:child_process';
import { freePort } from './environment.mjs';
import { root } from './programs.mjs';
import { cpuOf, memoryOf } from './usage.mjs';

/** Our service as shipped. */
export const SERVICE = 'dist/src/cli/serve.js';

/**
 * Runs a Node.js program as a server on a free port until it sends the message that it is ready; `seconds` is the time
 * that took.
 */
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
    stop: () => stopServer(child, 'SIGTERM'),
  };
}

/** Sends a signal to a process, unless it has ended, and waits for its end. */
export function stopServer(child, signal) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', resolve);
    child.kill(signal);
  });
}
