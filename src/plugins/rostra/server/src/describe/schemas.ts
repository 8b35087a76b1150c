import type { JsonObject } from '../../../../../common/json';
import { mapValues } from '../../../../../common/maps';
import type { Schema } from '../fields/field';
import { timeOf } from '../resource/expression';
import type { Resource } from '../resource/resource';
import { inputObject, objectOf, orNull } from '../resource/schema';
import { namesIn, type Shape, schemas } from '../resource/shape';
import { modelOf } from '../sql/model';
import type { RecordSchemaName } from './names';

/** Makes the schemas of a resource: list row, detail, past state, answer to a write, and bodies. */
export const recordSchemas = (resource: Resource): Record<RecordSchemaName, Schema> => ({
  Row: recordSchema(resource, resource.row),
  Detail: recordSchema(resource, resource.detail),
  State: stateSchema(resource),
  Written: objectOf({ ...schemas(resource, [resource.key.name]), ...schemas(resource, resource.detail) }),
  Create: bodySchema(resource, { isWhole: true }),
  Update: withKey(resource, bodySchema(resource, { isWhole: false })),
});

/** The fields of a shape and those that `?full` adds. */
function recordSchema(resource: Resource, shape: Shape): Schema {
  const shown = namesIn(shape);
  const more = {
    ...schemas(resource, resource.full),
    create_date: timeOf(resource, 'createdAt').schema(modelOf(resource.uid)),
    update_date: timeOf(resource, 'updatedAt').schema(modelOf(resource.uid)),
  };
  const plain = objectOf(schemas(resource, shape));
  const added = Object.entries(more).filter(([name]) => !shown.includes(name));
  const marked = added.map(([name, schema]) => [name, { ...schema, description: 'only with `full`', ...EXTENSION }]);
  return { ...plain, properties: { ...propertiesOf(plain), ...Object.fromEntries(marked) } };
}

/** A record as it was: fields whose values history no longer has are missing, as are those that the declaration lacked then. */
const stateSchema = ({ key, fields }: Resource): Schema => ({
  type: 'object',
  properties: {
    [key.name]: { type: 'integer' },
    ...mapValues(fields, ({ schema }) => orNull(schema)),
  },
  required: [key.name],
  additionalProperties: false,
});

function bodySchema({ fields, extensions }: Resource, options: { isWhole: boolean }): Schema {
  const plain = inputObject(fields, options);
  const properties = mapValues(propertiesOf(plain), (schema, name) =>
    extensions.includes(name) ? { ...schema, ...EXTENSION } : schema,
  );
  return { ...plain, properties };
}

/** Adds the id: clients may send a record back as read, with the same id as in the path (conventions 2.6). */
function withKey({ key }: Resource, schema: Schema): Schema {
  if (key.field) return schema;
  const identifier = { type: 'integer', minimum: 1, description: 'must equal the id in the path' };
  return { ...schema, properties: { [key.name]: identifier, ...propertiesOf(schema) } };
}

const propertiesOf = (schema: Schema): Record<string, JsonObject> => schema.properties as Record<string, JsonObject>;

/** Marks everything beyond the specification. */
export const EXTENSION = { 'x-extension': true };

const integer = { type: 'integer' };
const text = { type: 'string' };

/** The page of a paged list (conventions 3.4). */
export const pagingSchema: Schema = objectOf({
  page: { type: 'integer', minimum: 1 },
  pages: { type: 'integer', minimum: 1 },
  pageSize: { type: 'integer', minimum: 0 },
  previous: { type: ['integer', 'null'], description: 'number of the previous page; null on the first' },
  next: { type: ['integer', 'null'], description: 'number of the next page; null on the last' },
});

/** The shape of all errors (conventions 4.3). */
export const errorSchema: Schema = {
  type: 'object',
  properties: {
    statusCode: integer,
    message: { type: 'string', description: 'the error code, in capitals: `INVALID_INPUT`' },
    errors: {
      type: 'array',
      items: objectOf({
        path: { type: 'string', description: 'the field: `act_features[0].content`; empty for the whole body' },
        code: { type: 'string', description: 'the code of the fault, in capitals: `REQUIRED`' },
        message: { type: 'string', description: 'a sentence for people' },
      }),
    },
    dry_run: {
      type: 'boolean',
      const: true,
      description: 'set if the request was only tried; nothing was written',
    },
    references: {
      type: 'array',
      items: objectOf({ resource: text, id: integer, field: text }),
      maxItems: 20,
      description: 'the first 20 records that require this one',
    },
    referenceCount: { type: 'integer', minimum: 1, description: 'number of all records that require this one' },
    id: { type: 'string', description: 'the request id, as in the log' },
  },
  required: ['statusCode', 'message'],
  additionalProperties: false,
};
