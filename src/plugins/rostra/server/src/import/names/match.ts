import { createHash } from 'node:crypto';
import { isObject, type Json } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import { normalise } from '../../../../../../common/text/normalise';
import type { Field } from '../../fields/field';
import { type ParseContext, parseContext } from '../../fields/parse-context';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { removedFields } from '../../store/history/removals';
import { storedFields } from '../../store/stored-fields';

/** How many records a statement reads: many, because it reads only a few short fields. */
const CHUNK = 5_000;

/** Thrown for fields that cannot match records. */
export class MatchError extends Error {}

/** A record without public id, matched with the stored records. */
export interface RecordMatch {
  /** Equal for records whose fields are equal: two of one import are the same record. */
  key: string;
  /** The public id of the stored or deleted record; null for a new record. */
  publicId: number | null;
  /** Whether that one is stored. */
  isStored: boolean;
}

/** Finds the stored record that a value without public id stands for, other than some; undefined after noting a fault. */
export type RecordMatcher = (
  value: unknown,
  at: ParseContext,
  excluded?: ReadonlySet<number>,
) => RecordMatch | undefined;

/**
 * Indexes all stored records by the values of some fields: canonical values, texts normalised like names. The records to
 * match have public ids in place of names. Errors: MatchError for a field that the resource does not have, or that is a
 * list. Faults: REQUIRED for a record that has none of the fields, AMBIGUOUS with the public ids of several stored records
 * that match.
 * @param options `withDeleted`: what matches nothing stored is a record that people have deleted, if it matches one
 */
export async function openMatcher(
  resource: Resource,
  fields: string[],
  run: Run,
  { withDeleted = false } = {},
): Promise<RecordMatcher> {
  const matching = fieldsOf(resource, fields);
  const stored = await storedKeys(resource, matching, run);
  const deleted = withDeleted ? await deletedKeys(resource, matching, run) : new Map<string, number[]>();
  return (value, at, excluded = new Set()) => {
    if (!isObject(value)) return at.fault('INVALID_TYPE', 'a record must be a JSON object');
    const values = Object.entries(matching).map(([name, field]) => canonical(field, value[name], value));
    if (values.every((each) => each === null)) {
      return at
        .child(fields[0] ?? '')
        .fault('REQUIRED', `a record without ${resource.key.name} is matched by ${fields.join(', ')}`);
    }
    const key = keyOf(values);
    const candidates = stored.get(key)?.filter((each) => !excluded.has(each)) ?? [];
    // Of several that people have deleted, the latest.
    const former = deleted.get(key)?.findLast((each) => !excluded.has(each)) ?? null;
    const [publicId = former, ...others] = candidates;
    if (others.length === 0) return { key, publicId, isStored: candidates.length > 0 };
    const alike = [publicId, ...others].slice(0, MAX_NAMED).join(', ');
    return at.fault(
      'AMBIGUOUS',
      `${others.length + 1} stored records have the same ${fields.join(', ')}: ${alike}${others.length >= MAX_NAMED ? ', …' : ''}; give the ${resource.key.name} of one`,
    );
  };
}

/** Whether records of a resource can be matched by these fields. */
export const canMatch = (resource: Resource, names: string[]): boolean =>
  names.every((name) => isSingle(resource.fields[name]));

/** Refuses fields that cannot match the records of any source. Errors: MatchError. */
export function refuseUnmatchable(sources: { resource: Resource }[], names: string[]): void {
  const [first] = sources;
  if (first && !(names.length > 0 && sources.some(({ resource }) => canMatch(resource, names)))) {
    fieldsOf(first.resource, names);
  }
}

/** How many public ids a message names. */
const MAX_NAMED = 10;

/** A short key of values, equal for equal values. */
export const keyOf = (values: Json[]): string =>
  createHash('sha256')
    .update(JSON.stringify(values.map((value) => (typeof value === 'string' ? normalise(value) : value))))
    .digest('base64url')
    .slice(0, 22);

/** The fields of a resource with these names. Errors: MatchError. */
export function fieldsOf(resource: Resource, names: string[]): Record<string, Field> {
  const possible = Object.keys(resource.fields).filter((name) => isSingle(resource.fields[name]));
  const wrong = names.filter((name) => !possible.includes(name));
  if (names.length > 0 && wrong.length === 0) {
    return Object.fromEntries(names.flatMap((name) => (resource.fields[name] ? [[name, resource.fields[name]]] : [])));
  }
  const fault =
    names.length > 0
      ? `${resource.name} cannot be matched by ${wrong.join(', ')}`
      : 'give at least one field to match by';
  throw new MatchError(`${fault}; possible: ${possible.join(', ')}`);
}

/** Whether a field holds a single value that no other field implies. */
const isSingle = (field: Field | undefined): boolean =>
  field !== undefined && !field.isDerived && (field.empty === null || typeof field.empty !== 'object');

/** The canonical value. An unreadable one matches nothing stored; parsing the record reports it. */
function canonical(field: Field, value: unknown, siblings: Record<string, unknown>): Json {
  if (value === undefined || value === null || value === '') return field.empty;
  return field.parse(value, parseContext(), siblings) ?? { unreadable: JSON.stringify(value) };
}

/** The public ids of stored records by the key of their values; records without any value are left out. */
async function storedKeys(resource: Resource, fields: Record<string, Field>, run: Run): Promise<Map<string, number[]>> {
  const publicIds = new Map<string, number[]>();
  for await (const { number: publicId, record } of storedFields(resource, Object.keys(fields), run, CHUNK)) {
    const read = Object.entries(fields).map(([name, field]) => canonical(field, record[name], record));
    if (read.some((value) => value !== null)) entryOf(publicIds, keyOf(read), () => []).push(publicId);
  }
  return publicIds;
}

/** The public ids of records that people have deleted, by the key of the values that they had, in ascending order. */
async function deletedKeys(
  resource: Resource,
  fields: Record<string, Field>,
  run: Run,
): Promise<Map<string, number[]>> {
  const publicIds = new Map<string, number[]>();
  for await (const { publicId, fields: values } of removedFields(resource.name, Object.keys(fields), CHUNK, run)) {
    const read = Object.entries(fields).map(([name, field]) => canonical(field, values[name], values));
    if (read.some((value) => value !== null)) entryOf(publicIds, keyOf(read), () => []).push(publicId);
  }
  return publicIds;
}
