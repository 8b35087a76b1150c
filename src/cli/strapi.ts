import '../runtime/utc';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { appDir, hasSources } from '../runtime/paths';
import { freePort } from '../runtime/postgres/port';
import { openRuntime } from '../runtime/runtime';
import { settings } from '../runtime/settings';
import { report } from '../runtime/start-error';
import { onStopRequest } from '../runtime/stop-request';
import { archivesOf, checkCommand, isReading, readCommand, withoutEnding } from './strapi/arguments';
import { refuseReplaced } from './strapi/replaced';
import { assertDatabase, assertTables } from './strapi/stored';

const PROGRAM = path.join(__dirname, 'strapi-program.js');

let child: ChildProcess | undefined;
/** The exit code after a request to stop; Strapi may answer it with 0. */
let stopCode: number | undefined;

// Strapi ends first, then the database.
onStopRequest((exitCode) => {
  stopCode = exitCode;
  if (child) child.kill('SIGTERM');
  else process.exit(exitCode);
});
main(withoutEnding(process.argv.slice(2)))
  .catch(report)
  .then((exitCode) => process.exit(stopCode ?? exitCode));

/** `npm run strapi -- …`: runs Strapi's own commands (export, import, transfer, console …) with our settings and database. */
async function main(args: string[]): Promise<number> {
  refuseReplaced(args[0] ?? '', { hasSources });
  const command = readCommand(args);
  checkCommand(command, { hasTerminal: Boolean(process.stdin.isTTY) });
  if (isReading(command)) await assertDatabase(settings());
  const { release, settings: current } = await openRuntime();
  const startedAt = Date.now();
  try {
    if (isReading(command) && current.databaseUrl) await assertTables(current.databaseUrl, 'The database');
    if (command.name === 'export' && command.file) await makePrivate(archivesOf(command.file));
    const exitCode = await runStrapi(args);
    if (stopCode !== undefined) console.error(`\n"strapi ${command.name}" was stopped.\n`);
    if (exitCode === 0 || stopCode !== undefined) await removeLogs(startedAt);
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
    strapi.once('exit', (code, signal) => resolve(stopCode ?? code ?? 128 + os.constants.signals[signal ?? 'SIGKILL']));
  });
}

/** Keeps an archive that the export writes again from others: its mode stays. */
async function makePrivate(archives: string[]): Promise<void> {
  for (const file of archives) if (existsSync(file)) await chmod(file, 0o600);
}

/** Removes the logs that exports and imports leave in the root of the repository; only those of failures are useful. */
async function removeLogs(since: number): Promise<void> {
  for (const name of await readdir(appDir)) {
    const timestamp = /^(?:export|import|transfer)_(\d+)\.log$/.exec(name)?.[1];
    if (timestamp && Number(timestamp) >= since) await rm(path.join(appDir, name), { force: true });
  }
}
