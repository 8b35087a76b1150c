import type { Field, Schema } from '../fields/field';

/** An array of items. */
export const arrayOf = (items: Schema): Schema => ({ type: 'array', items });

/** An object with exactly these fields, all of them always there (Conventions, decisions 3.7). */
export const objectOf = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** The same, or null. */
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

/** What answers say for a field: never null where it is required or has another way to be empty. */
export const answerSchema = (field: Field): Schema =>
  field.isRequired || field.empty !== null ? field.schema : orNull(field.schema);

/** What bodies may say for a field. */
function inputSchema(field: Field): Schema {
  const accepted = field.accepts ?? field.schema;
  return field.isRequired ? accepted : orNull(accepted);
}

/** An object of a body: the fields that it takes, and those that it must have. */
export function inputObject(fields: Record<string, Field>, { isWhole }: { isWhole: boolean }): Schema {
  const required = Object.keys(fields).filter((name) => fields[name]?.isRequired);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, inputSchema(field)])),
    ...(isWhole && required.length > 0 ? { required } : {}),
  };
}
