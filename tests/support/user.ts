import { runInHost } from './command-host';
import type { Done } from './service';

/** Runs `user` for the service under test in the shared command host. Use `runCommand` to run a separate process. */
export const user = (...args: string[]): Promise<Done> => runInHost(args, undefined, undefined, 'user');

/** The options of `user create` for an account of the API. */
export const accountOf = ({
  username,
  role = 'editor',
  password = 'long enough',
  email = `${username}@example.org`,
}: {
  username: string;
  role?: string;
  password?: string;
  email?: string;
}): string[] => ['--role', role, '--username', username, '--email', email, '--password', password];
