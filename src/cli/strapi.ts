import '../runtime/utc';
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { appDir } from '../runtime/paths';
import { freePort } from '../runtime/postgres/port';
import { openRuntime } from '../runtime/runtime';
import { report, StartError } from '../runtime/start-error';
import { onStopRequest } from '../runtime/stop-request';

const PROGRAM = path.join(__dirname, 'strapi-program.js');

/** Strapi's commands that build or serve in a way of their own, and what to do instead. */
const REPLACED = new Map([
  ['build', 'Use "npm run build".'],
  ['develop', 'Use "npm run dev".'],
  ['dev', 'Use "npm run dev".'],
  ['start', 'Use "npm start".'],
  ['ts:generate-types', 'Nothing here needs generated types.'],
]);

let child: ChildProcess | undefined;

// Strapi ends first, then the database.
onStopRequest((exitCode) => (child ? child.kill('SIGTERM') : process.exit(exitCode)));
main(process.argv.slice(2))
  .catch(report)
  .then((exitCode) => process.exit(exitCode));

/** `npm run strapi -- …`: runs Strapi's own commands (export, import, transfer, console …) with our settings and database. */
async function main(args: string[]): Promise<number> {
  const instead = REPLACED.get(args[0] ?? '');
  if (instead) throw new StartError(`"strapi ${args[0]}" does not know how this project is built. ${instead}`, 2);
  const { release } = await openRuntime();
  const startedAt = Date.now();
  try {
    const exitCode = await runStrapi(args);
    if (exitCode === 0) await removeLogs(startedAt);
    return exitCode;
  } finally {
    await release();
  }
}

async function runStrapi(args: string[]): Promise<number> {
  const strapi = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: appDir,
    stdio: 'inherit',
    // History shows the database's name of the program that writes.
    env: {
      ...process.env,
      STRAPI_TELEMETRY_DISABLED: 'true',
      PGAPPNAME: ['strapi', ...args.slice(0, 1)].join(' '),
      // The console listens too, beside a running service.
      ...(args[0] === 'console' ? { HOST: '127.0.0.1', PORT: String(await freePort()) } : {}),
    },
  });
  child = strapi;
  return new Promise((resolve, reject) => {
    strapi.once('error', reject);
    strapi.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Removes the logs that exports and imports leave in the root of the repository; only those of failures are useful. */
async function removeLogs(since: number): Promise<void> {
  for (const name of await readdir(appDir)) {
    const timestamp = /^(?:export|import|transfer)_(\d+)\.log$/.exec(name)?.[1];
    if (timestamp && Number(timestamp) >= since) await rm(path.join(appDir, name), { force: true });
  }
}
