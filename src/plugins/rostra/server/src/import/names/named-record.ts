import { isObject } from '../../../../../../common/json';
import { attributeOf } from '../../fields/field';
import { type NamedRecord, type QualifierValue, stepsOf } from '../../resource/name-fields';
import type { Resource } from '../../resource/resource';

/** A value of a record that scopes its name or breaks ties: its position, and the kind of its values. */
export interface Qualifier {
  path: string;
  /** The last part of the path: `term_index`. */
  name: string;
  /** For a reference: the kind of its target. */
  kind?: string;
}

/** The qualifiers at these paths of a resource. */
export const qualifiersOf = (resource: Resource, paths: string[]): Qualifier[] =>
  paths.map((path) => {
    const kind = kindAt(resource, path);
    return { path, name: path.replace(/^.*\./, '').replace(/_id$/, ''), ...(kind ? { kind } : {}) };
  });

/** The names and qualifiers in a record that is not yet parsed; only of fields that it has. */
export function partialNamedRecord(resource: Resource, value: Record<string, unknown>): Omit<NamedRecord, 'publicId'> {
  const names = resource.names.fields.filter((name) => value[name] !== undefined);
  const qualifiers = [...resource.names.scope, ...resource.names.tieBreakers].filter(
    (path) => value[stepsOf(path)[0]] !== undefined,
  );
  return {
    names: Object.fromEntries(names.map((name) => [name, textOf(value[name]) ?? ''])),
    qualifiers: Object.fromEntries(qualifiers.map((path) => [path, qualifiersAt(value, path)])),
  };
}

/** A string or number as text; undefined for any other value. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The identifier or number in a value, in any form that a request body may have (conventions 2.4). */
export function numberIn(value: unknown): number | undefined {
  const id = isObject(value) ? value.id : value;
  if (typeof id === 'string' && /^\s*\d+\s*$/.test(id)) return Number(id);
  return typeof id === 'number' ? id : undefined;
}

function qualifiersAt(value: Record<string, unknown>, path: string): QualifierValue[] {
  const [first, nested] = stepsOf(path);
  const rows = value[first];
  if (nested === undefined) return qualifierIn(rows);
  return Array.isArray(rows) ? rows.flatMap((row: unknown) => (isObject(row) ? qualifierIn(row[nested]) : [])) : [];
}

const qualifierIn = (value: unknown): QualifierValue[] => [numberIn(value) ?? textOf(value) ?? []].flat();

function kindAt(resource: Resource, path: string): string | undefined {
  const [first, nested] = stepsOf(path);
  const field = resource.fields[first];
  if (!field) throw new Error(`${resource.name} has no field "${first}"`);
  const place = nested === undefined ? first : `${first}[].${nested}`;
  return field.referencePaths?.(attributeOf(first, field), first).find((refers) => refers.field === place)?.kind;
}
