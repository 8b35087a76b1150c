import type { JsonObject } from '../../../../../common/json';
import { entryOf } from '../../../../../common/maps';
import { attributeOf } from '../fields/field';
import { findResourceByUid, referrersOf } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { modelOf } from '../sql/model';
import type { Run } from '../store/database';
import { rowIdsOf } from '../store/read-many';
import { publicIdsReferring } from '../store/referrers';

/** Fields of records that writing another record changes. */
export interface SideEffect {
  resource: Resource;
  publicIds: number[];
  fields: string[];
}

/**
 * The side effects of changing a record: where it drops records from a list that has an ordered list on the other side, it
 * disappears from theirs. An example is the general topics of a specific topic.
 */
export function sideEffectsOfChange(resource: Resource, stored: JsonObject, to: JsonObject): SideEffect[] {
  return Object.keys(to).flatMap((name) => {
    const field = resource.fields[name];
    const inverse =
      field && Array.isArray(field.empty) ? inverseListsOf(resource, attributeOf(name, field)) : undefined;
    if (!inverse) return [];
    const remaining = new Set(listIn(to, name));
    const publicIds = listIn(stored, name).filter((publicId) => !remaining.has(publicId));
    return publicIds.length > 0 ? [{ ...inverse, publicIds }] : [];
  });
}

const listIn = (record: JsonObject, name: string): number[] => (record[name] as number[] | null | undefined) ?? [];

/** The side effects of deleting a record: the records that lose an optional reference to it, and the fields concerned. */
export async function sideEffectsOfDelete(resource: Resource, publicId: number, run: Run): Promise<SideEffect[]> {
  const [row] = await rowIdsOf(resource, [publicId], run);
  if (row === undefined) return [];
  const effects = new Map<Resource, { publicIds: Set<number>; fields: Set<string> }>();
  for (const referring of referrersOf(resource.kind)) {
    if (referring.onDelete !== 'clear' && referring.onDelete !== 'unlist') continue;
    const { publicIds, fields } = entryOf(effects, referring.resource, () => ({
      publicIds: new Set(),
      fields: new Set(),
    }));
    for (const each of await publicIdsReferring(referring, row, run)) {
      publicIds.add(each);
      const name = referring.field.split(/[.[]/)[0] ?? '';
      for (const cleared of [name, referring.resource.fields[name]?.companion]) if (cleared) fields.add(cleared);
    }
  }
  return [...effects].flatMap(([by, { publicIds, fields }]) =>
    publicIds.size > 0 ? [{ resource: by, publicIds: [...publicIds], fields: [...fields] }] : [],
  );
}

/** The list fields on the other side of a relation if that side has an order of its own, else undefined. */
function inverseListsOf(resource: Resource, attribute: string): { resource: Resource; fields: string[] } | undefined {
  const { target, joinTable, mappedBy, inversedBy } = modelOf(resource.uid).attributes[attribute] ?? {};
  const inverse = mappedBy ?? inversedBy;
  const other = target === undefined ? undefined : findResourceByUid(target);
  if (!joinTable?.inverseOrderColumnName || !inverse || !other) return undefined;
  const fields = Object.keys(other.fields).filter((name) => {
    const field = other.fields[name];
    return field && !field.children && attributeOf(name, field) === inverse && Array.isArray(field.empty);
  });
  return fields.length > 0 ? { resource: other, fields } : undefined;
}
