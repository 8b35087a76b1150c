import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { writePrivateFile } from '../private-files';
import type { Placement } from './placement';
import { notedPostmaster } from './postmaster';

/** The port that the server of a data folder had last. PostgreSQL's own note of it goes with a clean stop. */
export function keptPort(placement: Placement): number | undefined {
  const file = fileOf(placement);
  const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : notedPostmaster(placement)?.port;
  return port && Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

/** Keeps the port for the next start: whoever uses the server finds it where it was. */
export function keepPort(placement: Placement, port: number): void {
  if (keptPort(placement) !== port || !existsSync(fileOf(placement))) writePrivateFile(fileOf(placement), `${port}\n`);
}

/** The preferred port if nobody has it, else any free one. */
export async function freePort(preferred?: number): Promise<number> {
  return (preferred && (await isFree(preferred)) ? preferred : await tryPort(0)) ?? 0;
}

/** Whether nobody listens on a port of this machine. */
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
