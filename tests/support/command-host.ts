import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Done } from './service';
import { root } from './service';

/** The variable that tells test files where the host listens. */
const VARIABLE = 'ROSTRA_TEST_COMMANDS';

/** Starts the process that runs `content` commands for the tests, beside the service of this environment. */
export async function startCommandHost(environment: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['tests/support/run-commands.mjs'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  process.env[VARIABLE] = `http://127.0.0.1:${port}`;
  return child;
}

/** Stops the host, and what it has loaded. */
export async function stopCommandHost(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Runs a command there. Commands run one after the other. */
export async function runInHost(args: string[], input?: string | Buffer): Promise<Done> {
  const answer = await fetch(process.env[VARIABLE] ?? '', {
    method: 'POST',
    body: JSON.stringify({ args, input: input === undefined ? undefined : Buffer.from(input).toString('base64') }),
  });
  return (await answer.json()) as Done;
}
