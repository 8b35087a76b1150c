import { errors } from '../errors/errors';
import { attributeOf } from '../fields/field';
import { parseContext } from '../fields/parse-context';
import type { Resource } from '../resource/resource';
import { modelOf } from '../sql/model';

/**
 * What the panel's JSON editor sends is read as a body is, so that the same values are kept: numbers as numbers, nothing
 * that nobody knows. Errors: INVALID_INPUT.
 */
export function withJson(resource: Resource, data: Record<string, unknown>): Record<string, unknown> {
  const { attributes } = modelOf(resource.uid);
  const read = { ...data };
  const { child: at, findings } = parseContext();
  for (const [name, field] of Object.entries(resource.fields)) {
    const attribute = attributeOf(name, field);
    if (attributes[attribute]?.type !== 'json' || data[attribute] == null) continue;
    read[attribute] = field.parse(jsonOf(data[attribute]), at(name), {});
  }
  if (findings.faults.length > 0) throw errors.invalidInput(findings.faults);
  return read;
}

/** The editor of the panel holds JSON as text. */
function jsonOf(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given) as unknown;
  } catch {
    return given;
  }
}
