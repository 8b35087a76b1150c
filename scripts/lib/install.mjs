import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { runStep } from './step.mjs';

/** Installs exactly what the lock file lists, if node_modules differs. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  const npm = npmCommand();
  await runStep({
    title: 'Installing packages (a few minutes the first time)',
    name: 'install',
    command: npm.command,
    args: [...npm.args, 'ci', '--include=dev', '--no-audit', '--no-fund'],
  });
}

/** npm records what it installed, in its own lock file, at the very end. */
function isInstalled() {
  const record = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const present = packagesOf(record);
  return Object.entries(packagesOf(inRoot('package-lock.json'))).every(
    ([name, { version, optional, devOptional }]) =>
      name === '' || optional || devOptional || present[name]?.version === version,
  );
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

function npmCommand() {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? { command: process.execPath, args: [script] } : { command: 'npm', args: [] };
}
