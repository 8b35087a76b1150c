import type { Schema } from '../fields/field';
import type { Resource } from '../resource/resource';
import { inputObject, objectOf } from '../resource/schema';
import type { Shape } from '../resource/shape';
import { namesIn, schemas, timeOf } from '../resource/shape';
import { model } from '../sql/model';

type Part = 'Row' | 'Detail' | 'Written' | 'Create' | 'Update';

/** The name of one of a resource's schemas: `BillRow`. */
export const schemaName = ({ kind }: Resource, part: Part): string =>
  kind.replaceAll(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase()) + part;

/** Every schema of a resource: its list row, its detail, what a write answers, and the bodies. */
export function recordSchemas(of: Resource): Record<string, Schema> {
  return {
    [schemaName(of, 'Row')]: recordSchema(of, of.row),
    [schemaName(of, 'Detail')]: recordSchema(of, of.detail),
    [schemaName(of, 'Written')]: objectOf({ ...schemas(of, [of.key.name]), ...schemas(of, of.detail) }),
    [schemaName(of, 'Create')]: inputObject(of.fields, { isWhole: true }),
    [schemaName(of, 'Update')]: inputObject(of.fields, { isWhole: false }),
  };
}

/** The fields of a shape, and those that `?full` adds. */
function recordSchema(of: Resource, shape: Shape): Schema {
  const more = of.full.filter((part) => typeof part !== 'string' || !namesIn(shape).includes(part));
  const plain = objectOf(schemas(of, shape));
  return {
    ...plain,
    properties: {
      ...(plain.properties as Record<string, Schema>),
      ...schemas(of, more),
      create_date: timeOf(of, 'createdAt').schema(model(of.uid)),
      update_date: timeOf(of, 'updatedAt').schema(model(of.uid)),
    },
  };
}

const integer = { type: 'integer' };
const text = { type: 'string' };

/** The page of a paged list (Conventions 3). */
export const pagingSchema: Schema = objectOf({
  page: integer,
  pages: { type: 'integer', minimum: 1 },
  pageSize: integer,
  previous: { type: ['integer', 'null'] },
  next: { type: ['integer', 'null'] },
});

/** The one shape of errors (decisions, 4.3). */
export const errorSchema: Schema = {
  type: 'object',
  properties: {
    statusCode: integer,
    message: { type: 'string', description: 'a constant in capitals' },
    errors: { type: 'array', items: objectOf({ path: text, code: text, message: text }) },
    references: { type: 'array', items: objectOf({ resource: text, id: integer, field: text }), maxItems: 20 },
    referenceCount: integer,
    id: { type: 'string', description: 'stands in the log, too' },
  },
  required: ['statusCode', 'message'],
  additionalProperties: false,
};
