import { type Json, type JsonObject, rowsIn } from '../../../../../common/json';
import { mapValues } from '../../../../../common/maps';
import type { Schema } from '../fields/field';
import type { Resource } from '../resource/resource';
import { sampleOf } from '../resource/samples';
import { exampleOf } from './example';
import type { RecordSchemaName } from './names';

/** Makes examples of a resource's answers and bodies from a sample record. */
export function recordExamples(
  resource: Resource,
  schemas: Record<RecordSchemaName, Schema>,
): Record<RecordSchemaName, JsonObject> {
  const sample = sampleOf(resource);
  const example = (name: RecordSchemaName, hint: JsonObject): JsonObject =>
    exampleOf(schemas[name], hint) as JsonObject;
  const create = example('Create', withoutChildIds(resource, sample));
  return {
    Row: example('Row', sample),
    Detail: example('Detail', sample),
    State: example('State', sample),
    Written: example('Written', sample),
    Create: create,
    Update: changeExample(resource, create),
  };
}

/** Makes a list answer with one row. */
export const listExample = (row: Json, { isPaged }: { isPaged: boolean }): JsonObject => ({
  rows: [row],
  totalRowCount: 1,
  ...(isPaged ? { paging: { page: 1, pages: 1, pageSize: 20, previous: null, next: null } } : {}),
});

/** Child rows created together with the record have no ids yet. */
const withoutChildIds = ({ fields }: Resource, sample: JsonObject): JsonObject =>
  mapValues(sample, (value, name) =>
    fields[name]?.children ? rowsIn(sample, name).map(({ id: _, ...row }) => row) : value,
  );

/** Maximum length of a text in a short example, in characters. */
const SHORT = 60;

/** One or two fields: an update holds only the fields that it changes. */
function changeExample({ fields, key }: Resource, body: JsonObject): JsonObject {
  const entries = Object.entries(body).filter(([name]) => name !== key.name && !fields[name]?.companion);
  const texts = entries.filter(
    ([name, value]) => fields[name]?.kind === 'text' && typeof value === 'string' && value.length <= SHORT,
  );
  return Object.fromEntries(texts.length > 0 ? texts.slice(0, 2) : entries.slice(0, 1));
}
