import { spawn } from 'node:child_process';
import path from 'node:path';
import { memoryOf } from './usage.mjs';

/** The folder of the project that is measured. */
export const root = path.resolve(import.meta.dirname, '..', '..');

const SAMPLE_INTERVAL_MS = 100;

/**
 * Runs a Node.js program; returns its output, duration and peak memory (undefined where unavailable). Throws with its output
 * unless its exit code is one of `codes`.
 */
export function runProgram(args, environment, { codes = [0] } = {}) {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err, peakMb] = ['', '', undefined];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const timer = setInterval(() => (peakMb = memoryOf(child.pid)?.peakMb || peakMb), SAMPLE_INTERVAL_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(timer);
      if (!codes.includes(code))
        return reject(new Error(`${args.join(' ')}: ${code}\n${out.slice(-3000)}\n${err.slice(-3000)}`));
      resolve({ out, seconds: (performance.now() - begun) / 1000, peakMb });
    });
  });
}
