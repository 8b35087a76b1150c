import type { Json, JsonObject } from '../../../../../common/json';
import { isEqual, isObject } from '../../../../../common/json';
import { parseValue } from '../fields/field';
import { parseContext, type Reference } from '../fields/parse-context';
import { childFields } from '../operations/write';
import type { Resource } from '../resource/resource';

/** The references in some fields of a canonical record; those in rows of children are the rows' identifiers. */
export function referencesIn(resource: Resource, record: JsonObject, names: string[]): Reference[] {
  return names.flatMap((name) => {
    const field = resource.fields[name];
    if (!field || !(name in record)) return [];
    return field.references?.(record[name] ?? field.empty, name, record) ?? [];
  });
}

/** Names the record that a reference leads to. */
export const keyOf = ({ kind, publicId }: Reference): string => `${kind} ${publicId}`;

/** The records that references lead to, each once. */
export const publicIdsOf = (references: Reference[]): number[] => [
  ...new Set(references.map(({ publicId }) => publicId ?? 0)),
];

/** The field of a path such as `act_dirs[0].st_id`. */
export const fieldOf = (path: string): string => /^[^.[]*/.exec(path)?.[0] ?? '';

/** The fields that hold what a record says itself: without derived ones and lists of children. */
export const ownFields = (resource: Resource): string[] => {
  const lists = childFields(resource);
  return Object.keys(resource.fields).filter((name) => !resource.fields[name]?.isDerived && !lists.includes(name));
};

/** The fields that restoring a record writes, and those whose companion it writes. */
export function changedIn(resource: Resource, state: JsonObject | null, wanted: JsonObject): string[] {
  const differs = (name: string) =>
    state === null || (state[name] !== wanted[name] && !isEqual(state[name] ?? null, wanted[name] ?? null));
  return ownFields(resource).filter((name) => differs(name) || differs(resource.fields[name]?.companion ?? name));
}

/**
 * A record without some of its references: an item of a list goes, an optional reference is cleared together with its
 * companion, and a row goes if it cannot do without. Where the record itself cannot do without, the reference stays.
 */
export function withoutReferences(resource: Resource, record: JsonObject, gone: Reference[]): JsonObject {
  const result = structuredClone(record);
  const rows = new Map<string, Set<number>>();
  for (const { path } of gone) {
    const [name = '', ...steps] = path.match(/[^.[\]]+/g) ?? [];
    const field = resource.fields[name];
    if (!field) continue;
    const [index] = steps;
    if (index === undefined) {
      if (field.isRequired) continue;
      result[name] = null;
      if (field.companion) result[field.companion] = null;
    } else if (steps.length === 1 || !canClear(resource, name, result, steps)) {
      rows.set(name, (rows.get(name) ?? new Set()).add(Number(index)));
    }
  }
  for (const [name, indexes] of rows)
    result[name] = ((result[name] ?? []) as Json[]).filter((_, index) => !indexes.has(index));
  return result;
}

/** Clears a reference within a row, if the field accepts the row without it. */
function canClear(resource: Resource, name: string, record: JsonObject, steps: string[]): boolean {
  const field = resource.fields[name];
  const copy = structuredClone(record[name] ?? null);
  const last = steps.at(-1) ?? '';
  const at = steps.slice(0, -1).reduce<Json>((parent, step) => (parent as JsonObject)[step] ?? null, copy);
  if (!field || !isObject(at)) return false;
  (at as JsonObject)[last] = null;
  const context = parseContext(name);
  const parsed = parseValue(field, copy, context, record);
  if (parsed === undefined || context.findings.faults.length > 0) return false;
  record[name] = copy;
  return true;
}
