import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { writePrivateFile } from '../private-files';
import { StartError } from '../start-error';
import type { Placement } from './placement';
import { recordedPostmaster } from './postmaster';

/** How many ports are tried. */
const ATTEMPTS = 1000;

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

/**
 * The preferred port if it is free, otherwise a free one below the range from which the system takes the ports of outgoing
 * connections. One of those could otherwise hold the port when the server is started again.
 * @param reserved a port that is free, but needed for something else
 * @throws StartError when none is free
 */
export async function freePort(preferred?: number, reserved?: number): Promise<number> {
  const isUsable = async (port: number) => port !== reserved && (await isFree(port));
  if (preferred && (await isUsable(preferred))) return preferred;
  for (let each = 0; each < ATTEMPTS; each += 1) {
    const port = randomInt(20_000, 32_000);
    if (await isUsable(port)) return port;
  }
  throw new StartError(`No port between 20000 and 32000 is free on 127.0.0.1 (${ATTEMPTS} tried).`);
}

/** Whether a port of this machine is free. */
export function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

const fileOf = ({ dataDir }: Placement): string => path.join(dataDir, 'postgres-port');
