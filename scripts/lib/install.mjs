import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { runStep } from './step.mjs';

/** Installs exactly what the lock file names, when node_modules holds anything else. */
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

/** npm notes what it has installed at the very end of its work, in a lock file of its own. */
function isInstalled() {
  const note = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(note)) return false;
  const present = packagesOf(note);
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
