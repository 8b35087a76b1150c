import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { signInEditor } from '../editor.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Starts a service without answer cache on a database, and logs its editor in. */
export async function startService({ databaseUrl, dataDir, port }) {
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o711);
  const child = spawn(process.execPath, ['dist/src/cli/serve.js'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      SAMPLE_DATA: 'false',
      LOG_LEVEL: 'warn',
      ANSWER_CACHE_MB: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)));
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    pid: child.pid,
    headers: { authorization: `Bearer ${await signInEditor(url, dataDir)}` },
    stop: () => stop(child),
  };
}

function stop(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}

/** The memory of a process, in MB; undefined where unavailable. */
export function memoryOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return undefined;
  }
}
