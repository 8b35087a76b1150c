import { isDatabaseUnavailable } from '../plugins/rostra/server/src/errors/database';
import { DeclarationError, isOutcomeUnknown } from '../plugins/rostra/server/src/errors/errors';

/** A fault that the operator can mend: shown as its message alone, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';

  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message);
  }
}

const UNKNOWN =
  'The connection to the database ended while the work was being committed; it may or may not have been stored. Look before you try again ("content batches" lists what was imported).';

/** Prints a failure for the person at the terminal and returns the exit code that belongs to it. */
export function report(error: unknown): number {
  if (error instanceof DeclarationError) {
    console.error(`\n${error.message}\n`);
    return 1;
  }
  if (error instanceof StartError) {
    console.error(`\n${error.message}\n`);
    return error.exitCode;
  }
  if (isOutcomeUnknown(error)) {
    console.error(`\n${UNKNOWN}\n`);
    return 1;
  }
  if (isDatabaseUnavailable(error)) {
    console.error(`\nThe database is not available: ${(error as Error).message}\n`);
    return 1;
  }
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' && path) {
    console.error(`\nNo permission for ${path}. Was it made by another user, perhaps by root?\n`);
  } else {
    console.error(error);
  }
  return 1;
}
