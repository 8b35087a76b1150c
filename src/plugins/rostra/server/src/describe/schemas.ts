import type { JsonObject } from '../../../../../common/json';
import { mapValues } from '../../../../../common/maps';
import type { Schema } from '../fields/field';
import type { Resource } from '../resource/resource';
import { inputObject, objectOf } from '../resource/schema';
import { namesIn, type Shape, schemas, timeOf } from '../resource/shape';
import { modelOf } from '../sql/model';
import type { Part } from './names';

/** The schemas of a resource: its list row, its detail, what a write answers, and the bodies. */
export const recordSchemas = (resource: Resource): Record<Part, Schema> => ({
  Row: recordSchema(resource, resource.row),
  Detail: recordSchema(resource, resource.detail),
  Written: objectOf({ ...schemas(resource, [resource.key.name]), ...schemas(resource, resource.detail) }),
  Create: bodySchema(resource, { isWhole: true }),
  Update: withKey(resource, bodySchema(resource, { isWhole: false })),
});

/** The fields of a shape, and those that `?full` adds. */
function recordSchema(resource: Resource, shape: Shape): Schema {
  const shown = namesIn(shape);
  const more = {
    ...schemas(resource, resource.full),
    create_date: timeOf(resource, 'createdAt').schema(modelOf(resource.uid)),
    update_date: timeOf(resource, 'updatedAt').schema(modelOf(resource.uid)),
  };
  const plain = objectOf(schemas(resource, shape));
  const added = Object.entries(more).filter(([name]) => !shown.includes(name));
  const marked = added.map(([name, schema]) => [name, { ...schema, description: 'with `full`', ...EXTENSION }]);
  return { ...plain, properties: { ...propertiesOf(plain), ...Object.fromEntries(marked) } };
}

function bodySchema({ fields, extensions }: Resource, options: { isWhole: boolean }): Schema {
  const plain = inputObject(fields, options);
  const properties = mapValues(propertiesOf(plain), (schema, name) =>
    extensions.includes(name) ? { ...schema, ...EXTENSION } : schema,
  );
  return { ...plain, properties };
}

/** A record may be sent back as it came: with its identifier, which must be that of the path (decisions, 2.6). */
function withKey({ key }: Resource, schema: Schema): Schema {
  if (key.field) return schema;
  const identifier = { type: 'integer', minimum: 1, description: 'that of the path' };
  return { ...schema, properties: { [key.name]: identifier, ...propertiesOf(schema) } };
}

const propertiesOf = (schema: Schema): Record<string, JsonObject> => schema.properties as Record<string, JsonObject>;

/** Marks what the specification does not have. */
export const EXTENSION = { 'x-extension': true };

const integer = { type: 'integer' };
const text = { type: 'string' };

/** The page of a paged list (Conventions 3). */
export const pagingSchema: Schema = objectOf({
  page: { type: 'integer', minimum: 1 },
  pages: { type: 'integer', minimum: 1 },
  pageSize: { type: 'integer', minimum: 0 },
  previous: { type: ['integer', 'null'], description: 'number of the page before; null on the first' },
  next: { type: ['integer', 'null'], description: 'number of the page after; null on the last' },
});

/** The one shape of errors (decisions, 4.3). */
export const errorSchema: Schema = {
  type: 'object',
  properties: {
    statusCode: integer,
    message: { type: 'string', description: 'a constant in capitals' },
    errors: {
      type: 'array',
      items: objectOf({
        path: { type: 'string', description: 'the field: `act_features[0].content`; empty for the body as a whole' },
        code: { type: 'string', description: 'a constant in capitals' },
        message: { type: 'string', description: 'for people' },
      }),
    },
    references: {
      type: 'array',
      items: objectOf({ resource: text, id: integer, field: text }),
      maxItems: 20,
      description: 'records that need this one: the first 20',
    },
    referenceCount: { type: 'integer', minimum: 1, description: 'how many there are' },
    id: { type: 'string', description: 'stands in the log, too' },
  },
  required: ['statusCode', 'message'],
  additionalProperties: false,
};
