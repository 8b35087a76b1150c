import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Service } from './service';

/** The embedded server of a service, according to its lock file. */
export interface Postmaster {
  pid: number;
  port: number;
}

const fileOf = ({ dataDir }: Pick<Service, 'dataDir'>): string => path.join(dataDir, 'postgres', 'postmaster.pid');

/** Reads the embedded server's process id and port; undefined if it has shut down or is not ready yet. */
export function postmasterOf(service: Pick<Service, 'dataDir'>): Postmaster | undefined {
  if (!existsSync(fileOf(service))) return undefined;
  const lines = readFileSync(fileOf(service), 'utf8').split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 1 && port > 0 ? { pid, port } : undefined;
}
