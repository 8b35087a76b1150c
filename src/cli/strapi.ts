import '../runtime/utc';
import { type ChildProcess, spawn } from 'node:child_process';
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
  try {
    return await runStrapi(args);
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
