import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { runStep } from './step.mjs';

/** Installs exactly what the lock file in a folder lists, if its node_modules differs. */
export async function ensureInstalled(folder = '.') {
  if (isInstalled(folder)) return;
  const isRoot = folder === '.';
  const npm = npmCommand();
  await runStep({
    title: isRoot ? 'Installing packages (a few minutes the first time)' : `Installing packages of ${folder}`,
    name: isRoot ? 'install' : `install-${folder}`,
    command: npm.command,
    args: [...npm.args, 'ci', '--prefix', inRoot(folder), '--include=dev', '--no-audit', '--no-fund'],
  });
}

/** npm records what it installed, in its own lock file, at the very end. */
function isInstalled(folder) {
  const record = inRoot(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const present = packagesOf(record);
  return Object.entries(packagesOf(inRoot(folder, 'package-lock.json'))).every(
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
