import { type SpawnOptions, spawn } from 'node:child_process';

/** The output of a program, and its exit code; null if a signal ended it. */
interface ProgramResult {
  code: number | null;
  out: string;
  errors: string;
}

/**
 * Runs a program in its own process until it ends.
 * @throws Error when it cannot be started.
 */
export function runProgram(command: string, args: string[], options: SpawnOptions): Promise<ProgramResult> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, errors] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, errors }));
  });
}
