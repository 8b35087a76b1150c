import { Command } from 'commander';
import { report } from '../runtime/start-error';
import { isStopRequested } from '../runtime/stop-request';

/** Begins a command line: what is asked for wrongly ends with exit code 2. */
export const commandLine = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .showHelpAfterError('(--help shows how it is used)')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

/** Runs a command line to its end; a failure is shown and becomes the exit code. */
export function runCommand(program: Command): void {
  program.parseAsync().catch((error) => {
    const code = report(error);
    // At once: connections to a database that is silent would keep the process.
    if (!isStopRequested()) process.exit(code);
  });
}
