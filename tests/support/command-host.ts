import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Done, root, type Service } from './service';

/** A process that runs commands for the tests, and its URL. */
export interface CommandHost {
  process: ChildProcess;
  url: string;
}

/** Starts a host of `content` and `user` commands with this environment. */
export const startCommandHost = (environment: Record<string, string>): Promise<CommandHost> =>
  startHost('run-commands.mjs', { folder: root, environment });

/** Starts a host of Strapi's own commands for a service, from where the service runs. */
export const startStrapiHost = (service: Pick<Service, 'folder' | 'environment'>): Promise<CommandHost> =>
  startHost('run-strapi.mjs', service);

async function startHost(
  file: string,
  { folder, environment }: Pick<Service, 'folder' | 'environment'>,
): Promise<CommandHost> {
  const child = spawn(process.execPath, [path.join(__dirname, file)], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = await Promise.race([
    once(child, 'message') as Promise<[number]>,
    once(child, 'exit').then(([code]) => {
      throw new Error(`${file} ended with ${code}`);
    }),
  ]);
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
  return ask(url, { name, args, input: encoded });
}

/** Runs one of Strapi's own commands in a host of them. */
export const runStrapiInHost = ({ url }: CommandHost, args: string[]): Promise<Done> => ask(url, { args });

async function ask(url: string, request: object): Promise<Done> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(request) });
  return (await answer.json()) as Done;
}
