import type { Route } from '../http/routes';
import type { JsonObject } from '../json';
import type { Endpoint } from '../resource/endpoint';
import type { Resource } from '../resource/resource';
import type { Parameter } from '../resource/view';

/** The parameters of an operation: of its path, its query and its conditional headers. */
export function parametersOf({ of }: Route): JsonObject[] {
  if ('view' in of) return queriesOf(of.view.parameters);
  if ('endpoint' in of) return [...partsOf(of.endpoint), ...queriesOf(of.endpoint.parameters)];
  const { resource, operation } = of;
  switch (operation) {
    case 'list':
      return [...filtersOf(resource), ...pagingOf(resource), FULL, IF_NONE_MATCH];
    case 'read':
      return [identifier(resource), FULL, IF_NONE_MATCH];
    case 'create':
      return [];
    default:
      return [identifier(resource), IF_MATCH];
  }
}

const queriesOf = (parameters: Record<string, Parameter>): JsonObject[] =>
  Object.entries(parameters).map(([name, { description, schema, isRequired }]) =>
    query(name, description, schema, isRequired ?? false),
  );

const partsOf = ({ parts }: Endpoint): JsonObject[] =>
  Object.entries(parts).map(([name, part]) => ({ name, in: 'path', required: true, ...part }));

const query = (name: string, description: string, schema: JsonObject, required = false): JsonObject => ({
  name,
  in: 'query',
  description,
  required,
  schema,
});

const flag = (name: string, description: string): JsonObject => ({
  ...query(name, description, { type: 'string', enum: [''] }),
  allowEmptyValue: true,
});

const header = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
});

const FULL = flag('full', 'Adds what the shape leaves out (an extension).');
const IF_NONE_MATCH = header('If-None-Match', 'Answers 304 when the entity tag is still the same.');
const IF_MATCH = header('If-Match', 'Refused with 412 when the record has changed.');

const filtersOf = ({ filters }: Resource): JsonObject[] =>
  Object.entries(filters).map(([name, { description, schema, match }]) =>
    query(name, `${description} (${match})`, schema),
  );

const pagingOf = ({ paged }: Resource): JsonObject[] =>
  paged ? [query('page', 'Page, from 1.', { type: 'integer', minimum: 1 }), flag('all', 'Every row on one page.')] : [];

const identifier = ({ key, name }: Resource): JsonObject => ({
  name: 'id',
  in: 'path',
  required: true,
  description: key.field ? `The ${key.name} of one of ${name}.` : `The identifier of one of ${name}.`,
  schema: { type: 'integer', minimum: key.field ? 0 : 1 },
});
