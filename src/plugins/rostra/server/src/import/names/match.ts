import { createHash } from 'node:crypto';
import { isObject, type Json } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import { normalise } from '../../../../../../common/text/normalise';
import type { Field } from '../../fields/field';
import { type Input, input } from '../../fields/input';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { storedFields } from '../../store/stored-fields';

/** Fields by which records cannot be matched. */
export class MatchError extends Error {}

/** What a record without identifier is matched by, and the stored record that has the same. */
export interface Matched {
  /** Equal for records whose fields are equal: two of one import are the same record. */
  key: string;
  /** The identifier of the stored record; null where there is none, and the record is new. */
  number: number | null;
}

/** Finds the stored record of one that has no identifier; undefined after noting why that cannot be told. */
export type Match = (value: unknown, at: Input) => Matched | undefined;

/**
 * Reads the values of some fields of all stored records, to match others by: canonical values, texts as names are compared
 * (`normalise`). The records given to it have identifiers in place of names. Errors: MatchError for a field that the
 * resource does not have, or that is a list. Faults: REQUIRED where a record has none of the fields, AMBIGUOUS with the
 * identifiers of the stored records that are alike.
 */
export async function openMatch(of: Resource, fields: string[], run: Run): Promise<Match> {
  const matching = fieldsOf(of, fields);
  const stored = await storedKeys(of, matching, run);
  return (value, at) => {
    if (!isObject(value)) return at.fault('INVALID_TYPE', 'a record must be a JSON object');
    const values = Object.entries(matching).map(([name, field]) => canonical(field, value[name], value));
    if (values.every((each) => each === null)) {
      return at
        .at(fields[0] ?? '')
        .fault('REQUIRED', `a record without ${of.key.name} is matched by ${fields.join(', ')}`);
    }
    const key = keyOf(values);
    const [number = null, ...others] = stored.get(key) ?? [];
    if (others.length === 0) return { key, number };
    const alike = [number, ...others].slice(0, MOST).join(', ');
    return at.fault(
      'AMBIGUOUS',
      `${others.length + 1} stored records have the same ${fields.join(', ')}: ${alike}${others.length >= MOST ? ', …' : ''}; give the ${of.key.name} of one`,
    );
  };
}

/** Whether records of a resource can be matched by these fields. */
export const canMatch = (of: Resource, names: string[]): boolean => names.every((name) => isSingle(of.fields[name]));

/** Refuses fields by which the records of no source can be matched. Errors: MatchError. */
export function refuseUnmatchable(sources: { of: Resource }[], names: string[]): void {
  const [first] = sources;
  if (first && !(names.length > 0 && sources.some(({ of }) => canMatch(of, names)))) fieldsOf(first.of, names);
}

/** How many identifiers are told. */
const MOST = 10;

/** Equal for equal values; short, whatever the texts are. */
export const keyOf = (values: Json[]): string =>
  createHash('sha256')
    .update(JSON.stringify(values.map((value) => (typeof value === 'string' ? normalise(value) : value))))
    .digest('base64url')
    .slice(0, 22);

/** The fields of a resource with these names. Errors: MatchError. */
export function fieldsOf(of: Resource, names: string[]): Record<string, Field> {
  const possible = Object.keys(of.fields).filter((name) => isSingle(of.fields[name]));
  const wrong = names.filter((name) => !possible.includes(name));
  if (names.length > 0 && wrong.length === 0) {
    return Object.fromEntries(names.flatMap((name) => (of.fields[name] ? [[name, of.fields[name]]] : [])));
  }
  const fault =
    names.length > 0 ? `${of.name} cannot be matched by ${wrong.join(', ')}` : 'no field to match by is given';
  throw new MatchError(`${fault}; possible: ${possible.join(', ')}`);
}

/** Whether a field holds one value, of its own. */
const isSingle = (field: Field | undefined): boolean =>
  field !== undefined && !field.isDerived && (field.empty === null || typeof field.empty !== 'object');

/** The canonical value; what cannot be read, and is told when the record is, is like nothing that is stored. */
function canonical(field: Field, value: unknown, siblings: Record<string, unknown>): Json {
  if (value === undefined || value === null || value === '') return field.empty;
  return field.parse(value, input(), siblings) ?? { unreadable: JSON.stringify(value) };
}

async function storedKeys(of: Resource, fields: Record<string, Field>, run: Run): Promise<Map<string, number[]>> {
  const stored = new Map<string, number[]>();
  for await (const { number, record } of storedFields(of, Object.keys(fields), run)) {
    const read = Object.entries(fields).map(([name, field]) => canonical(field, record[name], record));
    if (read.some((value) => value !== null)) entryOf(stored, keyOf(read), () => []).push(number);
  }
  return stored;
}
