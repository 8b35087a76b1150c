import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What tells a process from another that got the same number later: its start time. Nothing when it is gone (or a zombie). */
export function startMark(pid: number): string | undefined {
  if (!exists(pid)) return undefined;
  if (process.platform === 'win32') return 'unknown';
  if (process.platform !== 'linux') return ps(pid, 'lstart=');
  const [state, ...rest] = afterName(readProc(pid, 'stat'));
  return state === undefined || state === 'Z' ? undefined : rest[18];
}

/** The command line of a living process; empty when it is gone, a zombie, or not to be seen. */
export function commandLine(pid: number): string {
  if (!exists(pid)) return '';
  if (process.platform === 'linux') return readProc(pid, 'cmdline').replaceAll('\0', ' ');
  return process.platform === 'win32' ? '' : (ps(pid, 'command=') ?? '');
}

/** Whether any process has this number, also one that we may not signal. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Fields of /proc/PID/stat after the name, which is in brackets and may hold anything. */
function afterName(stat: string): string[] {
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
