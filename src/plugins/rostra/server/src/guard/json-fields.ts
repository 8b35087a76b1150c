import { errors } from '../errors/errors';
import { attributeOf } from '../fields/field';
import { parseContext } from '../fields/parse-context';
import type { Resource } from '../resource/resource';
import { modelOf } from '../sql/model';

/**
 * Parses the JSON fields of a panel form like those of a body, so that both store the same values: typed, and without unknown
 * properties. Errors: INVALID_INPUT.
 */
export function parseJsonFields(resource: Resource, data: Record<string, unknown>): Record<string, unknown> {
  const { attributes } = modelOf(resource.uid);
  const read = { ...data };
  const { child: at, findings } = parseContext();
  for (const [name, field] of Object.entries(resource.fields)) {
    const attribute = attributeOf(name, field);
    if (attributes[attribute]?.type !== 'json' || data[attribute] == null) continue;
    read[attribute] = field.parse(parseText(data[attribute]), at(name), {});
  }
  if (findings.faults.length > 0) throw errors.invalidInput(findings.faults);
  return read;
}

/** The panel's JSON editor may send text. */
function parseText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
