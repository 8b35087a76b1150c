import type { Json, JsonObject } from '../../../../../common/json';
import type { Schema } from '../fields/field';
import type { Route } from '../http/routes';
import type { Endpoint } from '../resource/endpoint';
import type { Resource } from '../resource/resource';
import { sampleOf } from '../resource/samples';
import type { Parameter } from '../resource/view';
import { component } from './components';
import { EXTENSION } from './schemas';

/** The parameters of an operation: of its path, its query and its conditional headers. */
export function parametersOf({ of }: Route): JsonObject[] {
  if ('view' in of) return [...queriesOf(of.view.parameters, of.view.example?.()), IF_NONE_MATCH];
  if ('endpoint' in of) {
    const { endpoint } = of;
    const example = endpoint.example?.();
    const ofLists = endpoint.isList ? [FULL, IF_NONE_MATCH] : [];
    return [...partsOf(endpoint, example), ...queriesOf(endpoint.parameters, example), ...ofLists];
  }
  const { resource, operation } = of;
  switch (operation) {
    case 'list':
      return [...filtersOf(resource), ...(resource.paged ? [PAGE, ALL] : []), FULL, IF_NONE_MATCH];
    case 'read':
      return [identifierOf(resource), FULL, IF_NONE_MATCH];
    case 'create':
      return [];
    default:
      return [identifierOf(resource), IF_MATCH];
  }
}

/** A flag has no value: it is there or not. */
const flag = (name: string, description: string): JsonObject => ({
  name,
  in: 'query',
  description,
  allowEmptyValue: true,
  schema: { type: 'string', enum: [''] },
});

const conditional = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
  ...EXTENSION,
});

/** The parameters that many operations have. */
export const sharedParameters: Record<string, JsonObject> = {
  Page: { name: 'page', in: 'query', description: 'The page, from 1.', schema: { type: 'integer', minimum: 1 } },
  All: flag('all', 'Every row on one page, whatever `page` says.'),
  Full: { ...flag('full', 'Adds what the shape leaves out: `create_date`, `update_date`, …'), ...EXTENSION },
  IfNoneMatch: conditional('If-None-Match', 'Answers 304 when the entity tag is still the same.'),
  IfMatch: conditional('If-Match', 'Refused with 412 when the record has changed.'),
};

const PAGE = component('parameters', 'Page');
const ALL = component('parameters', 'All');
const FULL = component('parameters', 'Full');
const IF_NONE_MATCH = component('parameters', 'IfNoneMatch');
const IF_MATCH = component('parameters', 'IfMatch');

function filtersOf(resource: Resource): JsonObject[] {
  const sample = sampleOf(resource);
  return Object.entries(resource.filters).map(([name, { description, schema, match }]) => ({
    name,
    in: 'query',
    description: `${description} (${match})`,
    schema: { ...schema, ...exampleFor(schema, [sample[name], sample[`${name}_id`], sample[`${name}_index`]]) },
  }));
}

/** The value that a filter could have: of the field that it is named after. */
function exampleFor({ type, enum: options }: Schema, values: (Json | undefined)[]): JsonObject {
  const found = values.find((value) => (type === 'integer' ? Number.isInteger(value) : typeof value === type));
  return found === undefined || options ? {} : { examples: [found] };
}

const queriesOf = (parameters: Record<string, Parameter>, example: JsonObject = {}): JsonObject[] =>
  Object.entries(parameters).map(([name, { description, schema, isRequired, isExtension }]) => ({
    name,
    in: 'query',
    description,
    required: isRequired ?? false,
    schema,
    ...(isRequired ? exampleIn(example, name) : {}),
    ...(isExtension ? EXTENSION : {}),
  }));

const partsOf = ({ parts }: Endpoint, example: JsonObject = {}): JsonObject[] =>
  Object.entries(parts).map(([name, part]) => inPath(name, part, example[name]));

const identifierOf = (resource: Resource): JsonObject =>
  inPath(
    'id',
    {
      description: resource.key.field ? `The ${resource.key.name} of the record.` : 'The identifier of the record.',
      schema: { type: 'integer', minimum: resource.key.field ? 0 : 1 },
    },
    sampleOf(resource)[resource.key.name],
  );

const inPath = (
  name: string,
  part: { description: string; schema: Schema },
  example: Json | undefined,
): JsonObject => ({
  name,
  in: 'path',
  required: true,
  ...part,
  ...(example === undefined ? {} : { example }),
});

const exampleIn = (values: JsonObject, name: string): JsonObject =>
  values[name] === undefined ? {} : { example: values[name] };
