import { type Json, type JsonObject, rowsIn } from '../../../../../common/json';
import { entryOf, mapValues } from '../../../../../common/maps';
import type { Schema } from '../fields/field';
import { allResources } from './registry';
import type { Resource } from './resource';

/** Sample records of the resource with this name: create inputs with their identifiers. */
type Samples = (name: string) => JsonObject[];

let samples: Samples = () => [];
let sampleCache = new Map<string, JsonObject>();

/** Sets the source of sample records, which the API description takes its examples from. */
export function setSamples(source: Samples): void {
  samples = source;
  sampleCache = new Map();
}

/** A sample record with as many fields as possible: what the first sample lacks comes from later ones. */
export const sampleOf = (resource: Resource): JsonObject =>
  entryOf(sampleCache, resource.name, () => mergeSamples(resource));

/** The schemas, with the scalar values of a sample record as examples. */
export const withExamples = (schemas: Record<string, Schema>, sample: JsonObject): Record<string, Schema> =>
  mapValues(schemas, (schema, name) => (isScalar(sample[name]) ? { ...schema, examples: [sample[name]] } : schema));

function mergeSamples(resource: Resource): JsonObject {
  const { fields } = resource;
  const [first = {}, ...others] = sampleRecords(resource);
  const whole = { ...first };
  for (const [name, { companion }] of Object.entries(fields)) {
    if (hasValue(whole[name])) continue;
    const other = others.find((record) => hasValue(record[name]));
    for (const each of other ? [name, companion ?? name] : []) whole[each] = other?.[each] ?? null;
  }
  return whole;
}

/** The sample records of a resource; children are taken from the samples of their parents. */
function sampleRecords({ name, kind }: Resource): JsonObject[] {
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

const hasValue = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

const isScalar = (value: Json | undefined): value is boolean | number | string =>
  value !== undefined && value !== null && typeof value !== 'object';
