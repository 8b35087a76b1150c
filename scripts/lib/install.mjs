import { existsSync, readFileSync } from 'node:fs';
import { hashOf, isStamped, writeStamp } from './hash.mjs';
import { inRoot } from './paths.mjs';
import { runStep } from './step.mjs';

const STAMP = inRoot('node_modules', '.rostra-install');

/** Installs exactly what the lock file names, when it has changed since the last time. */
export async function ensureInstalled() {
  const hash = hashOf(['package-lock.json'], { extra: `${process.platform}-${process.arch}` });
  if (isStamped(STAMP, hash)) return;
  if (!isInstalledByHand()) {
    const npm = npmCommand();
    await runStep({
      title: 'Installing packages (a few minutes the first time)',
      name: 'install',
      command: npm.command,
      args: [...npm.args, 'ci', '--include=dev', '--no-audit', '--no-fund'],
    });
  }
  writeStamp(STAMP, hash);
}

/** Someone ran npm before us: what npm noted in node_modules is what the lock file wants. */
function isInstalledByHand() {
  const [installed, wanted] = [inRoot('node_modules', '.package-lock.json'), inRoot('package-lock.json')];
  if (existsSync(STAMP) || !existsSync(installed)) return false;
  const present = packagesOf(installed);
  return Object.entries(packagesOf(wanted)).every(
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
