import { type Json, type JsonObject, rowsIn } from '../../../../../common/json';
import { mapValues } from '../../../../../common/maps';
import type { Schema } from '../fields/field';
import type { Resource } from '../resource/resource';
import { sampleOf } from '../resource/samples';
import { exampleOf } from './example';
import type { Part } from './names';

/** Examples of a resource's answers and bodies, in the words of a sample record. */
export function recordExamples(resource: Resource, schemas: Record<Part, Schema>): Record<Part, JsonObject> {
  const sample = sampleOf(resource);
  const example = (part: Part, hint: JsonObject): JsonObject => exampleOf(schemas[part], hint) as JsonObject;
  const create = example('Create', withoutChildIds(resource, sample));
  return {
    Row: example('Row', sample),
    Detail: example('Detail', sample),
    Written: example('Written', sample),
    Create: create,
    Update: shortened(resource, create),
  };
}

/** A list answer with one row. */
export const listExample = (row: Json, { isPaged }: { isPaged: boolean }): JsonObject => ({
  rows: [row],
  totalRowCount: 1,
  ...(isPaged ? { paging: { page: 1, pages: 1, pageSize: 20, previous: null, next: null } } : {}),
});

/** Rows that are made with the record have no identifiers yet. */
const withoutChildIds = ({ fields }: Resource, sample: JsonObject): JsonObject =>
  mapValues(sample, (value, name) =>
    fields[name]?.children ? rowsIn(sample, name).map(({ id: _, ...row }) => row) : value,
  );

/** The longest text of an example that is to be short. */
const SHORT = 60;

/** One or two fields: a change names only what it changes. */
function shortened({ fields, key }: Resource, body: JsonObject): JsonObject {
  const entries = Object.entries(body).filter(([name]) => name !== key.name && !fields[name]?.companion);
  const texts = entries.filter(
    ([name, value]) => fields[name]?.kind === 'text' && typeof value === 'string' && value.length <= SHORT,
  );
  return Object.fromEntries(texts.length > 0 ? texts.slice(0, 2) : entries.slice(0, 1));
}
