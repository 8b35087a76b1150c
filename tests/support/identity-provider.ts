import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

/** What the provider says about somebody, by the name they sign in with. */
export type People = Record<string, Record<string, unknown>>;

/** An OpenID Connect provider of the tests. It takes every password, of the people that it knows. */
export interface IdentityProvider {
  issuer: string;
  tell(command: 'people', people: People): Promise<void>;
  tell(command: 'clock', seconds: number): Promise<void>;
  tell(command: 'secret', secret: string): Promise<void>;
  stop(): Promise<void>;
}

/** The client that the service is. */
export const CLIENT = { client_id: 'rostra', client_secret: 'a secret of the tests' };

/** Starts a provider at its address, which sends people back to this one. */
export async function startProvider(issuer: string, callback: string): Promise<IdentityProvider> {
  const told = JSON.stringify({ issuer, clients: [{ ...CLIENT, redirect_uris: [callback] }] });
  const child = fork(path.join(__dirname, 'npm-provider.mjs'), [told], {
    // Options of Jest are not for it.
    execArgv: [],
    silent: true,
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await done(child, () => log);
  return {
    issuer,
    tell: async (command: string, value: unknown) => {
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
    const ended = () => reject(new Error(`the provider has ended:\n${log()}`));
    child.once('exit', ended);
    child.once('message', () => {
      child.off('exit', ended);
      resolve();
    });
  });
}
