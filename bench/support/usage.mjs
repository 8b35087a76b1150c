// Resource usage of processes on Linux; undefined elsewhere.
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second in /proc, the same on every Linux. */
const TICKS = 100;

/** The current and peak memory of a process, in MB. */
export function memoryOf(pid) {
  const status = read(`/proc/${pid}/status`);
  const mb = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return status ? { mb: mb('VmRSS'), peakMb: mb('VmHWM') } : undefined;
}

/** The CPU seconds that a process has used. */
export function cpuOf(pid) {
  const found = timesOf(pid);
  return found && (found.own + found.ended) / TICKS;
}

/** The CPU seconds that a process and its children have used. */
export function cpuOfFamily(pid) {
  const parent = timesOf(pid);
  if (!parent) return undefined;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter((times) => times?.parent === pid);
  return children.reduce((sum, { own, ended }) => sum + own + ended, parent.own + parent.ended) / TICKS;
}

/** The parent of a process. */
export const parentOf = (pid) => timesOf(pid)?.parent;

function timesOf(pid) {
  const text = read(`/proc/${pid}/stat`);
  if (!text) return undefined;
  // The program name, in parentheses, may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent, own, system, ended, endedSystem] = [1, 11, 12, 13, 14].map((index) => Number(fields[index]));
  return { parent, own: own + system, ended: ended + endedSystem };
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
