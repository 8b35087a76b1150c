import '../runtime/utc';
import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { appDir } from '../runtime/paths';
import { freePort } from '../runtime/postgres/port';
import { report } from '../runtime/start-error';
import { onStopRequest } from '../runtime/stop-request';
import { strapiCommand } from './strapi/command';

const PROGRAM = path.join(__dirname, 'strapi-program.js');

let child: ChildProcess | undefined;
let stopCode: number | undefined;

// Strapi ends first, then the database.
onStopRequest((exitCode) => {
  stopCode = exitCode;
  if (child) child.kill('SIGTERM');
  else process.exit(exitCode);
});
strapiCommand(process.argv.slice(2), { run: runStrapi, stopCode: () => stopCode })
  .catch(report)
  .then((exitCode) => process.exit(exitCode));

/** Runs Strapi's program in a process of its own. */
async function runStrapi(args: string[], tellLog: (file: string) => void): Promise<number> {
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
  strapi.on('message', (file) => tellLog(String(file)));
  return new Promise((resolve, reject) => {
    strapi.once('error', reject);
    // Once its messages have been read too.
    strapi.once('close', (code, signal) => resolve(code ?? 128 + os.constants.signals[signal ?? 'SIGKILL']));
  });
}
