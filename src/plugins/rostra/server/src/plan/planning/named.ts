import type { Json, JsonObject } from '../../../../../../common/json';
import { entryOf, mapValues } from '../../../../../../common/maps';
import { referencesOf } from '../../operations/write';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Change } from '../types';
import { type Chunk, countsOf, nextProvisionalId, type PlanState } from './state';

/** Whether a canonical value names tags that may not exist yet. */
export const holdsNames = ({ fields }: Resource, name: string, value: Json | undefined): boolean =>
  fields[name]?.kind === 'tags' && Array.isArray(value) && value.some((item) => typeof item === 'string');

/** Plans a record that consists of its name, a tag, if a change turns out to need it; returns its provisional id. */
export function planNamed(state: PlanState, chunk: Chunk, kind: string, name: string): number {
  return entryOf(state.provisionalIds, `${kind} ${name}`, () => {
    const resource = resourceByKind(kind);
    const publicId = nextProvisionalId(state);
    state.named.set(publicId, {
      resource: resource.name,
      number: publicId,
      action: 'create',
      isNamed: true,
      file: chunk.source.label,
      record: 0,
      before: null,
      from: {},
      to: { ...mapValues(resource.fields, ({ empty }) => empty), name },
    });
    return publicId;
  });
}

/** Takes the tags that a change is the first to need. */
export function takeNamed(state: PlanState, resource: Resource, record: JsonObject, fields: string[]): Change[] {
  if (state.named.size === 0) return [];
  return referencesOf(resource, record, fields).flatMap(({ kind, publicId = 0 }) => {
    const change = state.named.get(publicId);
    if (!change) return [];
    state.named.delete(publicId);
    countsOf(state, resourceByKind(kind)).created += 1;
    return [change];
  });
}
