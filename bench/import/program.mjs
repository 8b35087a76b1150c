import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');

/** The interval for reading the peak memory, in ms; the system itself tracks it. */
const LOOK_MS = 100;

/**
 * Runs a Node.js program; returns its output, duration and peak memory (undefined where unavailable). Throws with its
 * output when it fails.
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

/** The peak memory of a process, in MB. */
function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024 || undefined;
  } catch {
    return undefined;
  }
}
