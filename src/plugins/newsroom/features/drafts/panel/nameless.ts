import { isObject, type Json } from '../../../../../common/json';
import type { SchemaAttribute, SchemaAttributes } from '../../../panel/strapi/open-record';
import type { RelationChanges } from '../../../panel/strapi/relation-changes';

/** The key of a record among names. */
export const nameKey = (uid: string | undefined, id: number): string => `${uid} ${id}`;

/** The records in the value of an attribute whose names the form does not hold, by content type: above all those that it removes. */
export function namelessIn(
  value: Json,
  attribute: SchemaAttribute | undefined,
  components: Record<string, SchemaAttributes>,
): Map<string, number[]> {
  const found = new Map<string, Set<number>>();
  const add = (changes: RelationChanges, uid: string) => {
    for (const { id, label } of [...(changes.connect ?? []), ...(changes.disconnect ?? [])])
      if (label === undefined) found.set(uid, (found.get(uid) ?? new Set()).add(id));
  };
  const walk = (part: Json, { type, targetModel, component }: SchemaAttribute) => {
    if (type === 'relation' && targetModel !== undefined && isObject(part)) add(part as RelationChanges, targetModel);
    if (type !== 'component') return;
    for (const row of Array.isArray(part) ? part : [part])
      for (const [name, inner] of Object.entries(components[component ?? ''] ?? {}))
        if (isObject(row)) walk((row[name] as Json | undefined) ?? null, inner);
  };
  if (attribute) walk(value, attribute);
  return new Map([...found].map(([uid, ids]) => [uid, [...ids]]));
}
