import type { Json, JsonObject } from '../../../../../common/json';
import { referencesOf } from '../operations/write';
import type { Resource } from '../resource/resource';

/** Canonical values in which provisional identifiers have become those that were given. */
export function renumbered(of: Resource, values: JsonObject, numberOf: (number: number) => number): JsonObject {
  const provisional = referencesOf(of, values, Object.keys(values)).filter(({ number }) => (number ?? 0) < 0);
  if (provisional.length === 0) return values;
  const copy = structuredClone(values);
  for (const { path, number } of provisional) put(copy, path, numberOf(number ?? 0));
  return copy;
}

/** Puts a value at a path such as `legislative_steps[0].legislative_step_id`. */
function put(into: JsonObject, path: string, value: Json): void {
  const steps = path.match(/[^.[\]]+/g) ?? [];
  const last = steps.pop() ?? '';
  const at = steps.reduce((found, step) => found[step] as JsonObject, into);
  at[last] = value;
}
