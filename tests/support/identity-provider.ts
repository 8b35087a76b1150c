import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

/** Claims of the provider's accounts, by log-in name. */
export type People = Record<string, Record<string, unknown>>;

/** An OpenID Connect provider for the tests. Accepts any password for a known account. */
export interface IdentityProvider {
  issuer: string;
  configure(command: 'people', people: People): Promise<void>;
  configure(command: 'clock', seconds: number): Promise<void>;
  configure(command: 'secret', secret: string): Promise<void>;
  stop(): Promise<void>;
}

/** The OpenID Connect client of the service. */
export const CLIENT = { client_id: 'rostra', client_secret: 'a secret of the tests' };

/** Starts a provider at this issuer, with this callback URL. */
export async function startProvider(issuer: string, callback: string): Promise<IdentityProvider> {
  const configuration = JSON.stringify({ issuer, clients: [{ ...CLIENT, redirect_uris: [callback] }] });
  const child = fork(path.join(__dirname, 'npm-provider.mjs'), [configuration], {
    // Jest's options do not apply to it.
    execArgv: [],
    silent: true,
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await done(child, () => log);
  return {
    issuer,
    configure: async (command: string, value: unknown) => {
      const answered = done(child, () => log);
      child.send({ command, value });
      await answered;
    },
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill();
      }),
  };
}

function done(child: ChildProcess, log: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`the provider exited:\n${log()}`));
    child.once('exit', ended);
    child.once('message', () => {
      child.off('exit', ended);
      resolve();
    });
  });
}
