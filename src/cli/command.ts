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
