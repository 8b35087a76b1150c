import path from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020';
import type { Description } from './description';

declare global {
  /** Requires a file outside the sandbox of a test file, once for all files of a worker. */
  function requireOutside(file: string): unknown;
}

/** Returns the validator of the schema at a place in a description, which is a JSON pointer. */
export type ValidatorAt = (at: string) => ValidateFunction;

interface Validators {
  /** Resolves to a service's OpenAPI description and its validators. */
  sharedValidators(url: string): Promise<{ description: Description; validatorAt: ValidatorAt }>;
  validatorsOf(description: Description): ValidatorAt;
}

export const { sharedValidators, validatorsOf } = requireOutside(
  path.join(__dirname, 'shared-validators.cjs'),
) as Validators;
