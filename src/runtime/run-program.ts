import { spawn } from 'node:child_process';

/** What a program has written, and its exit code; none where a signal has ended it. */
interface Ran {
  code: number | null;
  out: string;
  errors: string;
}

/** Runs a program of Node.js in a process of its own, to its end. @throws Error when it cannot be started. */
export function runProgram(file: string, environment: NodeJS.ProcessEnv): Promise<Ran> {
  const child = spawn(process.execPath, [file], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, errors }));
  });
}
