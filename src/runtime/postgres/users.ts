import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startMark } from './processes';

/** Notes that this process uses the embedded server. */
export function enter(dataDir: string): void {
  mkdirSync(folder(dataDir), { recursive: true });
  writeFileSync(noteOf(dataDir, process.pid), startMark(process.pid) ?? '');
}

/** Takes this process off the list. */
export function leave(dataDir: string): void {
  rmSync(noteOf(dataDir, process.pid), { force: true });
}

/** Whether a living process uses the embedded server; notes of dead ones are dropped. */
export function isInUse(dataDir: string): boolean {
  return pids(dataDir).filter((pid) => isLiving(dataDir, pid)).length > 0;
}

function isLiving(dataDir: string, pid: number): boolean {
  const mark = startMark(pid);
  if (mark !== undefined && mark === readFileSync(noteOf(dataDir, pid), 'utf8')) return true;
  rmSync(noteOf(dataDir, pid), { force: true });
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

function noteOf(dataDir: string, pid: number): string {
  return path.join(folder(dataDir), String(pid));
}
