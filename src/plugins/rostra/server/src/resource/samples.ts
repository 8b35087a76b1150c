import { type Json, type JsonObject, rowsIn } from '../../../../../common/json';
import { entryOf, mapValues } from '../../../../../common/maps';
import type { Schema } from '../fields/field';
import { allResources } from './registry';
import type { Resource } from './resource';

/** Records of a resource, by its name, as create inputs with their identifiers. */
type Samples = (name: string) => JsonObject[];

let samples: Samples = () => [];
let known = new Map<string, JsonObject>();

/** Says where sample records come from; the description takes its examples from them. */
export function takeSamplesFrom(source: Samples): void {
  samples = source;
  known = new Map();
}

/** A sample record with as many fields as there are: what the first one lacks is taken from later ones. */
export const sampleOf = (of: Resource): JsonObject => entryOf(known, of.name, () => wholeSample(of));

/** The schemas with the values that a sample record has for them. */
export const withExamples = (schemas: Record<string, Schema>, sample: JsonObject): Record<string, Schema> =>
  mapValues(schemas, (schema, name) => (isScalar(sample[name]) ? { ...schema, examples: [sample[name]] } : schema));

function wholeSample(of: Resource): JsonObject {
  const { fields } = of;
  const [first = {}, ...others] = recordsOf(of);
  const whole = { ...first };
  for (const [name, { together }] of Object.entries(fields)) {
    if (isTelling(whole[name])) continue;
    const other = others.find((record) => isTelling(record[name]));
    for (const each of other ? [name, together ?? name] : []) whole[each] = other?.[each] ?? null;
  }
  return whole;
}

/** The sample records of a resource; of records that are written with others, those that stand within the others. */
function recordsOf({ name, kind }: Resource): JsonObject[] {
  const own = samples(name);
  if (own.length > 0) return own;
  return allResources().flatMap((parent) =>
    Object.entries(parent.fields).flatMap(([field, { children }]) =>
      children?.kind === kind
        ? samples(parent.name).flatMap((record) =>
            rowsIn(record, field).map((row) => ({ ...row, [children.parent]: record[parent.key.name] ?? null })),
          )
        : [],
    ),
  );
}

const isTelling = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

const isScalar = (value: Json | undefined): value is boolean | number | string =>
  value !== undefined && value !== null && typeof value !== 'object';
