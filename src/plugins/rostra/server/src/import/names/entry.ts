import { isObject } from '../../../../../../common/json';
import { attributeOf } from '../../fields/field';
import { type Entry, type Mark, stepsOf } from '../../resource/name-fields';
import type { Resource } from '../../resource/resource';

/** The position of a mark in a record, and the kind of its values. */
export interface MarkSpec {
  path: string;
  /** The last part of the path: `term_index`. */
  name: string;
  /** For a reference: the kind of its target. */
  kind?: string;
}

/** The marks at some paths of a resource. */
export const markSpecs = (resource: Resource, paths: string[]): MarkSpec[] =>
  paths.map((path) => {
    const kind = kindAt(resource, path);
    return { path, name: path.replace(/^.*\./, '').replace(/_id$/, ''), ...(kind ? { kind } : {}) };
  });

/** The names and marks in a record that is not yet parsed; only of fields that it has. */
export function partialEntry(resource: Resource, value: Record<string, unknown>): Omit<Entry, 'publicId'> {
  const names = resource.names.fields.filter((name) => value[name] !== undefined);
  const marks = [...resource.names.within, ...resource.names.tieBreakers].filter(
    (path) => value[stepsOf(path)[0]] !== undefined,
  );
  return {
    names: Object.fromEntries(names.map((name) => [name, textOf(value[name]) ?? ''])),
    marks: Object.fromEntries(marks.map((path) => [path, marksAt(value, path)])),
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

function marksAt(value: Record<string, unknown>, path: string): Mark[] {
  const [first, nested] = stepsOf(path);
  const rows = value[first];
  if (nested === undefined) return markIn(rows);
  return Array.isArray(rows) ? rows.flatMap((row: unknown) => (isObject(row) ? markIn(row[nested]) : [])) : [];
}

const markIn = (value: unknown): Mark[] => [numberIn(value) ?? textOf(value) ?? []].flat();

function kindAt(resource: Resource, path: string): string | undefined {
  const [first, nested] = stepsOf(path);
  const field = resource.fields[first];
  if (!field) throw new Error(`${resource.name} has no field "${first}"`);
  const place = nested === undefined ? first : `${first}[].${nested}`;
  return field.referencePaths?.(attributeOf(first, field), first).find((refers) => refers.field === place)?.kind;
}
