import { isEqual, isObject, type Json, type JsonObject } from '../../../../../common/json';
import { parseValue } from '../fields/field';
import { type Findings, input } from '../fields/input';
import type { Resource } from '../resource/resource';
import { namesIn } from '../resource/shape';

/** A record as input gave it: canonical values of the fields that were there and right, and what was found out. */
interface Given {
  record: JsonObject;
  findings: Findings;
}

/**
 * Reads a body. With `isWhole` (POST) every required field must be there and an absent one gets its empty value;
 * else (PATCH) absent fields stay absent (decisions, 2.2 to 2.6), and a value may stand for the `stored` one.
 */
export function parseRecord(
  of: Resource,
  body: unknown,
  { isWhole, isPlanned = false, stored = {} }: { isWhole: boolean; isPlanned?: boolean; stored?: JsonObject },
): Given {
  const at = input('', { faults: [], ignored: [], claims: [], isPlanned });
  const record: JsonObject = {};
  if (!isObject(body)) {
    at.fault('INVALID_TYPE', 'the body must be a JSON object');
    return { record, findings: at.findings };
  }
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(of.fields, name) && !isKnownExtra(of, name, isWhole)) at.ignore(name);
  }
  for (const [name, field] of Object.entries(of.fields)) {
    const value = body[name];
    if (value === undefined && !isWhole) continue;
    const kept = stored[name];
    const isKept = kept !== undefined && field.keeps?.(value, kept);
    const parsed: Json | undefined = isKept ? kept : parseValue(field, value, at.at(name), body);
    if (parsed !== undefined) record[name] = parsed;
  }
  return { record, findings: at.findings };
}

/** The canonical form of a record, from the JSON text of all that is stored of it. */
export function canonical(of: Resource, stored: string): Given {
  const answered = JSON.parse(stored) as Record<string, unknown>;
  const given = parseRecord(of, answered, { isWhole: true });
  for (const [name, field] of Object.entries(of.fields)) {
    const value = given.record[name];
    if (field.settle && value !== undefined) given.record[name] = field.settle(value, nameless);
  }
  return given;
}

const nameless = (kind: string, name: string): never => {
  throw new Error(`${kind} ${name}: what is stored has identifiers`);
};

/** Notes what breaks a rule between fields (decisions, 2.7 and 2.8). */
export function checkRules(of: Resource, record: JsonObject, findings: Findings): void {
  const at = input('', findings);
  for (const field of Object.values(of.fields)) field.check?.(record, at);
  for (const rule of of.rules) rule(record, at);
}

/** Notes fields that are changed without another one that belongs to them: a type without its identifier. */
export function checkTogether(of: Resource, given: JsonObject, changed: string[], findings: Findings): void {
  for (const name of changed) {
    const other = of.fields[name]?.together;
    if (other && !(other in given)) input(other, findings).fault('REQUIRED', `changes only together with ${name}`);
  }
}

/** The fields whose value is not what is stored. */
export const changedFields = (given: JsonObject, stored: JsonObject): string[] =>
  Object.keys(given).filter((name) => !isEqual(given[name], stored[name]));

/** Fields that answers carry and that a body may send back without being told that they are unknown. */
function isKnownExtra(of: Resource, name: string, isWhole: boolean): boolean {
  return (
    !isWhole && (name === 'id' || name === 'create_date' || name === 'update_date' || namesIn(of.detail).includes(name))
  );
}
