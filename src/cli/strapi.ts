import '../runtime/utc';
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { appDir } from '../runtime/paths';
import { openRuntime } from '../runtime/runtime';
import { report } from '../runtime/start-error';
import { onStopRequest } from '../runtime/stop-request';

const PROGRAM = path.join(appDir, 'node_modules', '@strapi', 'strapi', 'bin', 'strapi.js');

let child: ChildProcess | undefined;

// Strapi ends first, then the database goes.
onStopRequest((exitCode) => (child ? child.kill('SIGTERM') : process.exit(exitCode)));
main(process.argv.slice(2))
  .catch(report)
  .then((exitCode) => process.exit(exitCode));

/** `npm run strapi -- …`: Strapi's own commands (export, import, transfer, console …) with our settings and database. */
async function main(args: string[]): Promise<number> {
  const { release } = await openRuntime();
  const begun = Date.now();
  try {
    const exitCode = await runStrapi(args);
    if (exitCode === 0) await removeLogs(begun);
    return exitCode;
  } finally {
    await release();
  }
}

function runStrapi(args: string[]): Promise<number> {
  const started = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: appDir,
    stdio: 'inherit',
    env: { ...process.env, STRAPI_TELEMETRY_DISABLED: 'true' },
  });
  child = started;
  return new Promise((resolve, reject) => {
    started.once('error', reject);
    started.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Exports and imports leave a log in the root of the repository, named by the time; only that of a failure is of use. */
async function removeLogs(since: number): Promise<void> {
  for (const name of await readdir(appDir)) {
    const begun = /^(?:export|import|transfer)_(\d+)\.log$/.exec(name)?.[1];
    if (begun && Number(begun) >= since) await rm(path.join(appDir, name), { force: true });
  }
}
