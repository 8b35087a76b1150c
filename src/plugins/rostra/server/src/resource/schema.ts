import { mapValues } from '../../../../../common/maps';
import type { Field, Schema } from '../fields/field';

/** An array of items. */
export const arrayOf = (items: Schema): Schema => ({ type: 'array', items });

/** An object with exactly these fields, all required (conventions 3.7). */
export const objectOf = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** The same schema, or null. */
export function orNull(schema: Schema): Schema {
  if (typeof schema.type === 'string') {
    return {
      ...schema,
      type: [schema.type, 'null'],
      ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
    };
  }
  return { anyOf: [schema, { type: 'null' }] };
}

/** The schema of a field in answers: not nullable if it is required or its empty value is not null. */
export const answerSchema = (field: Field): Schema =>
  field.isRequired || field.empty !== null ? field.schema : orNull(field.schema);

/** The schema of a field in bodies. */
function inputSchema(field: Field): Schema {
  const accepted = field.accepts ?? field.schema;
  return field.isRequired ? accepted : orNull(accepted);
}

/** The schema of an object in a body; with `isWhole`, required fields must be present. */
export function inputObject(fields: Record<string, Field>, { isWhole }: { isWhole: boolean }): Schema {
  const required = Object.keys(fields).filter((name) => fields[name]?.isRequired);
  return {
    type: 'object',
    properties: mapValues(fields, inputSchema),
    ...(isWhole && required.length > 0 ? { required } : {}),
  };
}
