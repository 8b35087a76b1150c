import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');

/** How often the memory of a process is looked at, in ms; the system keeps the peak itself. */
const LOOK_MS = 100;

/**
 * Runs a program of Node's; answers what it printed, how long it took and its peak of memory (undefined where the system does
 * not tell). Errors: with its output when it fails.
 */
export function runProgram(args, environment) {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err, peakMb] = ['', '', undefined];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const timer = setInterval(() => (peakMb = peakOf(child.pid) ?? peakMb), LOOK_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(timer);
      if (code !== 0) return reject(new Error(`${args.join(' ')}: ${code}\n${out.slice(-3000)}\n${err.slice(-3000)}`));
      resolve({ out, seconds: (performance.now() - begun) / 1000, peakMb });
    });
  });
}

/** The most memory that a process has had, in MB. */
function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024 || undefined;
  } catch {
    return undefined;
  }
}
