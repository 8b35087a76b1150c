import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../start-error';

/** The system user that runs PostgreSQL when this process is root, as which PostgreSQL refuses to run. */
export interface Owner {
  uid: number;
  gid: number;
}

const USER = 'postgres';

/**
 * Under root, the owner of an existing cluster, or else the user `postgres`, created if missing; otherwise undefined.
 */
export function ownerOf(cluster: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const present = existsSync(cluster) ? statSync(cluster) : undefined;
  if (present && present.uid !== 0) return { uid: present.uid, gid: present.gid };
  return systemUser() ?? makeSystemUser();
}

/** Whether the modes of a folder and all its parents let this user pass. */
export function canEnter(folder: string, owner: Owner): boolean {
  const parent = path.dirname(folder);
  const isOpen = !existsSync(folder) || mayPass(folder, owner);
  return isOpen && (parent === folder || canEnter(parent, owner));
}

function mayPass(folder: string, { uid, gid }: Owner): boolean {
  const { mode, uid: user, gid: group } = statSync(folder);
  if (user === uid) return (mode & 0o100) !== 0;
  if (group === gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

function systemUser(): Owner | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, USER], { encoding: 'utf8' }).stdout?.trim());
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function makeSystemUser(): Owner {
  const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', USER], {
    encoding: 'utf8',
  });
  const owner = systemUser();
  if (owner) return owner;
  throw new StartError(
    `PostgreSQL refuses to run as root, and the system user "${USER}" could not be created (${made.stderr?.trim() || made.error?.message}).\n` +
      'Create it, start as an ordinary user, or set DATABASE_URL to use your own server.',
  );
}
