import { isObject } from '../../../../../../common/json';
import { attributeOf } from '../../fields/field';
import { type Entry, type Mark, stepsOf } from '../../resource/name-fields';
import type { Resource } from '../../resource/resource';

/** Where a mark stands, and what it is compared with. */
export interface MarkOf {
  path: string;
  /** The last part of the path: `term_index`. */
  name: string;
  /** The kind of record that it refers to, where it is a reference. */
  kind?: string;
}

/** The marks at some paths of a resource. */
export const marksOf = (resource: Resource, paths: string[]): MarkOf[] =>
  paths.map((path) => {
    const kind = kindAt(resource, path);
    return { path, name: path.replace(/^.*\./, '').replace(/_id$/, ''), ...(kind ? { kind } : {}) };
  });

/** The part of an entry that a record tells, which has not been parsed: only of fields that it has. */
export function partOf(resource: Resource, value: Record<string, unknown>): Omit<Entry, 'publicId'> {
  const names = resource.names.fields.filter((name) => value[name] !== undefined);
  const marks = [...resource.names.within, ...resource.names.tieBreakers].filter(
    (path) => value[stepsOf(path)[0]] !== undefined,
  );
  return {
    names: Object.fromEntries(names.map((name) => [name, textOf(value[name]) ?? ''])),
    marks: Object.fromEntries(marks.map((path) => [path, marksAt(value, path)])),
  };
}

/** A text or a number as text; nothing of anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The identifier or number that a value holds in a form that a body may have (decisions, 2.4). */
export function numberIn(value: unknown): number | undefined {
  const given = isObject(value) ? value.id : value;
  if (typeof given === 'string' && /^\s*\d+\s*$/.test(given)) return Number(given);
  return typeof given === 'number' ? given : undefined;
}

function marksAt(value: Record<string, unknown>, path: string): Mark[] {
  const [first, nested] = stepsOf(path);
  const given = value[first];
  if (nested === undefined) return markIn(given);
  return Array.isArray(given) ? given.flatMap((row: unknown) => (isObject(row) ? markIn(row[nested]) : [])) : [];
}

const markIn = (value: unknown): Mark[] => [numberIn(value) ?? textOf(value) ?? []].flat();

function kindAt(resource: Resource, path: string): string | undefined {
  const [first, nested] = stepsOf(path);
  const field = resource.fields[first];
  if (!field) throw new Error(`${resource.name} has no field "${first}"`);
  const place = nested === undefined ? first : `${first}[].${nested}`;
  return field.referencePaths?.(attributeOf(first, field), first).find((refers) => refers.field === place)?.kind;
}
