import type { Command } from 'commander';
import { report } from '../runtime/start-error';

/** Runs a command line to its end; a failure is shown and becomes the exit code. */
export function runCommand(program: Command): void {
  program.parseAsync().catch((error) => {
    process.exitCode = report(error);
  });
}
