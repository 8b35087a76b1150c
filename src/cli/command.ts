import { Command } from 'commander';
import { report } from '../runtime/start-error';

/** Begins a command line: what is asked for wrongly ends with exit code 2. */
export const commandLine = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .showHelpAfterError('(--help shows how it is used)')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

/** Runs a command line to its end; a failure is shown and becomes the exit code. */
export function runCommand(program: Command): void {
  // At once: connections to a database that is silent would keep the process.
  program.parseAsync().catch((error) => process.exit(report(error)));
}
