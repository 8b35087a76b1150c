import { tryParseJson } from '../../../../../common/json';
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
    const value = data[attribute];
    if (attributes[attribute]?.type !== 'json' || value == null) continue;
    // The panel's JSON editor may send text.
    const json = typeof value === 'string' ? tryParseJson(value) : value;
    read[attribute] = field.parse(json === undefined ? value : json, at(name), {});
  }
  if (findings.faults.length > 0) throw errors.invalidInput(findings.faults);
  return read;
}
