import { isDatabaseUnavailable } from '../plugins/rostra/server/src/errors/database';
import { DeclarationError, isOutcomeUnknown } from '../plugins/rostra/server/src/errors/errors';

/** An error that the operator can fix, shown as its message without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';

  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message);
  }
}

const OUTCOME_UNKNOWN =
  'The connection to the database ended during the commit: the changes may or may not be stored. Check before you try again ("content batches" lists the imports).';

/** Prints an error for the person at the terminal and returns its exit code. */
export function report(error: unknown): number {
  if (error instanceof DeclarationError) {
    console.error(`\n${error.message}\n`);
    // A fault in the code of a declaration, not in its SQL: the stack tells where.
    if (error.cause instanceof Error && !('code' in error.cause)) console.error(error.cause);
    return 1;
  }
  if (error instanceof StartError) {
    console.error(`\n${error.message}\n`);
    return error.exitCode;
  }
  if (isOutcomeUnknown(error)) {
    console.error(`\n${OUTCOME_UNKNOWN}\n`);
    return 1;
  }
  if (isDatabaseUnavailable(error)) {
    console.error(`\nThe database is not available: ${(error as Error).message}\n`);
    return 1;
  }
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' && path) {
    console.error(`\nNo permission for ${path}. Did another user, perhaps root, create it?\n`);
  } else {
    console.error(error);
  }
  return 1;
}
