import type { Json, JsonObject } from '../../../../../../common/json';
import { referencesOf } from '../../operations/write';
import type { Resource } from '../../resource/resource';

/** Replaces provisional ids in canonical values by the public ids that the records got. */
export function renumber(resource: Resource, values: JsonObject, publicIdOf: (publicId: number) => number): JsonObject {
  const references = referencesOf(resource, values, Object.keys(values));
  const provisional = references.filter(({ publicId }) => (publicId ?? 0) < 0);
  if (provisional.length === 0) return values;
  const copy = structuredClone(values);
  for (const { path, publicId } of provisional) setAt(copy, path, publicIdOf(publicId ?? 0));
  return copy;
}

/** Sets the value at a path such as `legislative_steps[0].legislative_step_id`. */
function setAt(into: JsonObject, path: string, value: Json): void {
  const steps = path.match(/[^.[\]]+/g) ?? [];
  const last = steps.pop() ?? '';
  const at = steps.reduce((parent, step) => parent[step] as JsonObject, into);
  at[last] = value;
}
