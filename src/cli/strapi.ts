import '../runtime/utc';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { appDir } from '../runtime/paths';
import { withRuntime } from '../runtime/runtime';
import { report } from '../runtime/start-error';

const PROGRAM = path.join(appDir, 'node_modules', '@strapi', 'strapi', 'bin', 'strapi.js');

/** `npm run strapi -- …`: Strapi's own commands (export, import, transfer, console …) with our settings and database. */
withRuntime(() => runStrapi(process.argv.slice(2)))
  .catch(report)
  .then((code) => {
    process.exitCode = code;
  });

function runStrapi(args: string[]): Promise<number> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: appDir,
    stdio: 'inherit',
    env: { ...process.env, STRAPI_TELEMETRY_DISABLED: 'true' },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
