import { entryOf } from '../../../../../common/maps';
import { referrersOf } from '../resource/registry';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { rowIdsOf } from '../store/read-many';
import { publicIdsReferring } from '../store/referrers';

/** Fields of records that deleting another record changes. */
export interface SideEffect {
  resource: Resource;
  publicIds: number[];
  fields: string[];
}

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
    for (const each of await publicIdsReferring(referring, [row], run)) {
      publicIds.add(each);
      const name = referring.field.split(/[.[]/)[0] ?? '';
      for (const cleared of [name, referring.resource.fields[name]?.companion]) if (cleared) fields.add(cleared);
    }
  }
  return [...effects].flatMap(([by, { publicIds, fields }]) =>
    publicIds.size > 0 ? [{ resource: by, publicIds: [...publicIds], fields: [...fields] }] : [],
  );
}
