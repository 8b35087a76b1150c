import { errors } from '../errors/errors';
import type { Field } from '../fields/field';
import { input } from '../fields/input';
import { parseRow } from '../fields/rows';
import type { JsonObject } from '../json';

/**
 * Reads the body of an operation of its own; answers the values of its fields and the names that it does not know.
 * Errors: INVALID_INPUT with every fault.
 */
export function parseFields(fields: Record<string, Field>, body: unknown): { values: JsonObject; ignored: string[] } {
  const at = input();
  const values = parseRow(fields, body, at) ?? {};
  if (at.findings.faults.length > 0) throw errors.invalidInput(at.findings.faults);
  return { values, ignored: at.findings.ignored };
}
