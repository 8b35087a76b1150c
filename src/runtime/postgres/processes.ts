import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The start time of a process, which distinguishes it from a later one with the same id; undefined if it has ended or
 * is a zombie.
 */
export function startTime(pid: number): string | undefined {
  if (!processExists(pid)) return undefined;
  if (process.platform === 'win32') return 'unknown';
  if (process.platform !== 'linux') return ps(pid, 'lstart=');
  const [state, ...rest] = fieldsAfterName(readProc(pid, 'stat'));
  return state === undefined || state === 'Z' ? undefined : rest[18];
}

/** The command line of a running process; empty if it has ended, is a zombie, or is hidden. */
export function commandLine(pid: number): string {
  if (!processExists(pid)) return '';
  if (process.platform === 'linux') return readProc(pid, 'cmdline').replaceAll('\0', ' ');
  return process.platform === 'win32' ? '' : (ps(pid, 'command=') ?? '');
}

/** Whether a process has this id, including one that we may not signal. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The fields of /proc/PID/stat after the name, which is in parentheses and may contain anything. */
function fieldsAfterName(stat: string): string[] {
  return stat
    .slice(stat.lastIndexOf(')') + 1)
    .trim()
    .split(' ')
    .filter((field) => field !== '');
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function ps(pid: number, column: string): string | undefined {
  const answer = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' });
  return answer.stdout?.trim() || undefined;
}
