import path from 'node:path';
import { Command } from 'commander';
import { report } from '../runtime/start-error';
import { isStopRequested } from '../runtime/stop-request';

/** Creates a command line; wrong use ends with exit code 2. */
export const commandLine = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .showHelpAfterError('(see --help)')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

/** Runs a command line. Reports a failure and sets the exit code. */
export function runCommand(program: Command): void {
  program.parseAsync().catch((error) => {
    const code = report(error);
    // Exit at once: connections to an unresponsive database would keep the process alive.
    if (!isStopRequested()) process.exit(code);
  });
}

/** `1 record`, `2 records`. */
export const quantity = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The folder where the user ran the command: npm changes the working directory, and so does Strapi. */
const USER_DIR = process.env.INIT_CWD ?? process.cwd();

/** Resolves a path against the user's folder; `-` (standard input or output) stays. */
export const resolvePath = (file: string): string => (file === '-' ? file : path.resolve(USER_DIR, file));
