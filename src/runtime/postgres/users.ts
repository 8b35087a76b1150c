import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startTime } from './processes';

/** Registers this process as a user of the embedded server. */
export function registerUser(dataDir: string): void {
  mkdirSync(folder(dataDir), { recursive: true });
  writeFileSync(entryFile(dataDir, process.pid), startTime(process.pid) ?? '');
}

/** Removes this process from the users. */
export function unregisterUser(dataDir: string): void {
  rmSync(entryFile(dataDir, process.pid), { force: true });
}

/** Whether a running process uses the embedded server. Removes entries of dead processes. */
export function isInUse(dataDir: string): boolean {
  return pids(dataDir).filter((pid) => isRunning(dataDir, pid)).length > 0;
}

function isRunning(dataDir: string, pid: number): boolean {
  const startedAt = startTime(pid);
  if (startedAt !== undefined && startedAt === readFileSync(entryFile(dataDir, pid), 'utf8')) return true;
  rmSync(entryFile(dataDir, pid), { force: true });
  return false;
}

function pids(dataDir: string): number[] {
  try {
    return readdirSync(folder(dataDir)).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function folder(dataDir: string): string {
  return path.join(dataDir, 'postgres-users');
}

function entryFile(dataDir: string, pid: number): string {
  return path.join(folder(dataDir), String(pid));
}
