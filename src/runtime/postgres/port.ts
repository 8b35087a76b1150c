import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { writePrivateFile } from '../private-files';
import type { Placement } from './placement';
import { recordedPostmaster } from './postmaster';

/** The last port of a data folder's server. PostgreSQL's own record of it disappears with a clean stop. */
export function savedPort(placement: Placement): number | undefined {
  const file = fileOf(placement);
  const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : recordedPostmaster(placement)?.port;
  return port && Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

/** Saves the port for the next start, so that clients find the server again. */
export function savePort(placement: Placement, port: number): void {
  if (savedPort(placement) !== port || !existsSync(fileOf(placement))) writePrivateFile(fileOf(placement), `${port}\n`);
}

/** The preferred port if it is free, otherwise any free one. */
export async function freePort(preferred?: number): Promise<number> {
  return (preferred && (await isFree(preferred)) ? preferred : await tryPort(0)) ?? 0;
}

/** Whether a port of this machine is free. */
export async function isFree(port: number): Promise<boolean> {
  return (await tryPort(port)) !== undefined;
}

function tryPort(port: number): Promise<number | undefined> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(undefined));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : undefined));
    });
  });
}

const fileOf = ({ dataDir }: Placement): string => path.join(dataDir, 'postgres-port');
