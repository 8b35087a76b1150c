import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writePrivateFile } from '../private-files';
import { runProgram } from '../run-program';
import { StartError } from '../start-error';
import { program } from './binaries';
import type { Placement } from './placement';

export const SUPERUSER = 'rostra';

/** C.UTF-8 sorts by code point on every platform; the others are fallbacks that read UTF-8. */
const LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/** Creates the cluster unless it exists. An interrupted attempt leaves nothing in its place. */
export async function ensureCluster(placement: Placement): Promise<void> {
  const { cluster, owner, dataDir } = placement;
  if (existsSync(path.join(cluster, 'PG_VERSION'))) return;
  // Standard output belongs to the answer of a command.
  console.error('Creating the database …');
  const draft = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  rmSync(cluster, { recursive: true, force: true });
  for (const locale of LOCALES) {
    rmSync(draft, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    writeFileSync(passwordFile, passwordOf(dataDir), { mode: 0o600 });
    for (const file of owner ? [draft, passwordFile] : []) chownSync(file, owner?.uid ?? 0, owner?.gid ?? 0);
    const failure = await initdb({ placement, draft, passwordFile, locale });
    rmSync(passwordFile, { force: true });
    if (!failure) return renameSync(draft, cluster);
    if (!failure.includes('invalid locale')) throw new StartError(`The database could not be created:\n${failure}`);
  }
}

/** The password of the embedded server's superuser, created on first use. */
export function passwordOf(dataDir: string): string {
  const file = path.join(dataDir, 'postgres-password');
  if (!existsSync(file)) writePrivateFile(file, randomBytes(24).toString('base64url'));
  return readFileSync(file, 'utf8').trim();
}

interface Attempt {
  placement: Placement;
  draft: string;
  passwordFile: string;
  locale: string;
}

async function initdb({ placement, draft, passwordFile, locale }: Attempt): Promise<string | undefined> {
  const args = [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    `--locale=${locale}`,
    '--lc-messages=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const options = { ...placement.owner, cwd: draft, env: { ...process.env, LC_ALL: 'C' } };
  const { code, errors } = await runProgram(program(placement.native, 'initdb'), args, options);
  return code === 0 ? undefined : errors || `initdb ended with ${code}`;
}
