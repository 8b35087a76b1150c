import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Done } from './service';
import { root } from './service';

/** A process that runs `content` and `user` commands for the tests, and its URL. */
export interface CommandHost {
  process: ChildProcess;
  url: string;
}

/** Starts a command host with this environment. */
export async function startCommandHost(environment: Record<string, string>): Promise<CommandHost> {
  const child = spawn(process.execPath, ['tests/support/run-commands.mjs'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  return { process: child, url: `http://127.0.0.1:${port}` };
}

/** Stops a command host. */
export async function stopCommandHost({ process: child }: CommandHost): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Runs a command, by default one of `content`, in a command host, by default that of this worker; one command at a time. */
export async function runInHost(
  args: string[],
  input?: string | Buffer,
  url = process.env.ROSTRA_TEST_COMMANDS ?? '',
  name: 'content' | 'user' = 'content',
): Promise<Done> {
  const encoded = input === undefined ? undefined : Buffer.from(input).toString('base64');
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ name, args, input: encoded }) });
  return (await answer.json()) as Done;
}
