import '../runtime/utc';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
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
/** The exit code after a request to stop, unless the command had done its work by then. */
let stopCode: number | undefined;
/** Where Strapi logs an export, import or transfer: a file in the root of the repository. */
let log: string | undefined;

// Strapi ends first, then the database.
onStopRequest((exitCode) => {
  stopCode = exitCode;
  if (child) child.kill('SIGTERM');
  else process.exit(exitCode);
});
main(withoutEnding(process.argv.slice(2)))
  .catch(report)
  .then((exitCode) => process.exit(exitCode));

/** `npm run strapi -- …`: runs Strapi's own commands (export, import, transfer, console …) with our settings and database. */
async function main(args: string[]): Promise<number> {
  refuseReplaced(args[0] ?? '', { hasSources });
  const command = readCommand(args);
  checkCommand(command, { hasTerminal: Boolean(process.stdin.isTTY) });
  if (isReading(command)) await assertDatabase(settings());
  const { release, settings: current } = await openRuntime();
  try {
    if (isReading(command) && current.databaseUrl) await assertTables(current.databaseUrl, 'The database');
    if (command.name === 'export' && command.file) await makePrivate(archivesOf(command.file));
    const exitCode = await runStrapi(args);
    if (stopCode !== undefined)
      console.error(
        exitCode === 0
          ? `\n"strapi ${command.name}" had already done its work; the request to stop changed nothing.\n`
          : `\n"strapi ${command.name}" was stopped.\n`,
      );
    await concludeLog(exitCode === 0);
    return exitCode && (stopCode ?? exitCode);
  } finally {
    await release();
  }
}

async function runStrapi(args: string[]): Promise<number> {
  const strapi = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: appDir,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
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
  strapi.on('message', (file) => {
    log = String(file);
  });
  return new Promise((resolve, reject) => {
    strapi.once('error', reject);
    // Once its messages have been read too.
    strapi.once('close', (code, signal) => resolve(code ?? 128 + os.constants.signals[signal ?? 'SIGKILL']));
  });
}

/** Keeps an archive that the export writes again from others: its mode stays. */
async function makePrivate(archives: string[]): Promise<void> {
  for (const file of archives) if (existsSync(file)) await chmod(file, 0o600);
}

/** Removes the log of a command that succeeded, or says where it is. */
async function concludeLog(hasSucceeded: boolean): Promise<void> {
  if (!log) return;
  if (hasSucceeded) await rm(log, { force: true });
  else if (existsSync(log)) console.error(`\nIts log: ${log}\n`);
  else console.error(`\nIts log could not be written: ${log}\n`);
}
