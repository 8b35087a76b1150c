import { isEqual, isObject, type Json, type JsonObject } from '../../../../../common/json';
import { type Field, parseValue, plainColumn } from '../fields/field';
import { type Findings, parseContext } from '../fields/parse-context';
import type { Resource } from '../resource/resource';
import { namesIn } from '../resource/shape';

/** A parsed record: canonical values of the fields that were present and valid, and the findings. */
interface ParsedRecord {
  record: JsonObject;
  findings: Findings;
}

/**
 * Parses a body. With `isWhole` (POST), required fields must be present and absent ones get their empty value. Otherwise
 * (PATCH) absent fields stay absent (conventions 2.2), and a value that matches the `stored` one keeps it.
 */
export function parseRecord(
  resource: Resource,
  body: unknown,
  { isWhole, isPlanned = false, stored = {} }: { isWhole: boolean; isPlanned?: boolean; stored?: JsonObject },
): ParsedRecord {
  const context = parseContext('', { faults: [], ignored: [], claims: [], isPlanned });
  const record: JsonObject = {};
  if (!isObject(body)) {
    context.fault('INVALID_TYPE', 'the body must be a JSON object');
    return { record, findings: context.findings };
  }
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(resource.fields, name) && !isAnswerField(resource, name, isWhole)) context.ignore(name);
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = body[name];
    if (value === undefined && !isWhole) continue;
    const old = stored[name];
    const isUnchanged = old !== undefined && field.matchesStored?.(value, old);
    const parsed: Json | undefined = isUnchanged ? old : parseValue(field, value, context.child(name), body);
    if (parsed !== undefined) record[name] = parsed;
  }
  return { record, findings: context.findings };
}

/** The canonical form of a record, from the JSON text of its `stored` shape. */
export function canonicalRecord(resource: Resource, stored: string): ParsedRecord {
  const parsed = parseRecord(resource, JSON.parse(stored), { isWhole: true });
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = parsed.record[name];
    if (field.finalize && value !== undefined) parsed.record[name] = field.finalize(value, refuseName);
  }
  return parsed;
}

/**
 * The fields to read for a PATCH that concerns nothing else: all those in plain columns, if the body has only such, and no rule
 * connects the resource's fields. Otherwise undefined: everything must be read.
 */
export function columnFields(resource: Resource, body: unknown): string[] | undefined {
  if (!isObject(body) || resource.rules.length > 0) return undefined;
  const columns = Object.keys(resource.fields).filter((name) => isColumn(resource.fields[name]));
  const isSufficient = Object.keys(body).every(
    (name) => !Object.hasOwn(resource.fields, name) || columns.includes(name),
  );
  return isSufficient ? columns : undefined;
}

const isColumn = (field: Field | undefined): boolean =>
  field?.write === plainColumn.write && !field.references && !field.check && !field.companion;

/** Some fields of a record in canonical form, from their JSON text. */
export const canonicalFields = (resource: Resource, text: string): JsonObject =>
  parseRecord(resource, JSON.parse(text), { isWhole: false }).record;

const refuseName = (kind: string, name: string): never => {
  throw new Error(`${kind} ${name}: a stored record must not hold names`);
};

/** Notes a fault for each broken rule between fields (conventions 2.8). */
export function checkRules(resource: Resource, record: JsonObject, findings: Findings): void {
  const context = parseContext('', findings);
  for (const field of Object.values(resource.fields)) field.check?.(record, context);
  for (const rule of resource.rules) rule(record, context);
}

/** Notes fields that change without their companion: a type without its identifier. */
export function checkCompanions(resource: Resource, values: JsonObject, changed: string[], findings: Findings): void {
  for (const name of changed) {
    const other = resource.fields[name]?.companion;
    if (other && !(other in values))
      parseContext(other, findings).fault('REQUIRED', `must be sent together with ${name}`);
  }
}

/** The fields whose value differs from the stored one. */
export const changedFields = (values: JsonObject, stored: JsonObject): string[] =>
  Object.keys(values).filter((name) => !isEqual(values[name], stored[name]));

/** Whether answers carry the field, so that a PATCH body may send it back without it being reported as unknown. */
function isAnswerField(resource: Resource, name: string, isWhole: boolean): boolean {
  return (
    !isWhole &&
    (name === 'id' || name === 'create_date' || name === 'update_date' || namesIn(resource.detail).includes(name))
  );
}
