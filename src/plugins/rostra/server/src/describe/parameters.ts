import type { Json, JsonObject } from '../../../../../common/json';
import type { Schema } from '../fields/field';
import type { Filter } from '../filters';
import { sourceFilters } from '../filters/sources';
import { PAST_PARAMETERS } from '../history/read-past';
import type { Route } from '../http/routes';
import type { Endpoint } from '../resource/endpoint';
import type { Resource } from '../resource/resource';
import { sampleOf } from '../resource/samples';
import type { Parameter } from '../resource/view';
import { component } from './components';
import { EXTENSION } from './schemas';

/** Describes the parameters of an operation: path, query and conditional headers. */
export function parametersOf({ target }: Route): JsonObject[] {
  if ('view' in target) return [...queryParametersOf(target.view.parameters, target.view.example?.()), IF_NONE_MATCH];
  if ('endpoint' in target) {
    const { endpoint } = target;
    const example = endpoint.example?.();
    const listParameters = endpoint.isList ? [FULL, IF_NONE_MATCH] : [];
    return [
      ...pathParametersOf(endpoint, example),
      ...queryParametersOf(endpoint.parameters, example),
      ...listParameters,
    ];
  }
  const { resource, operation } = target;
  switch (operation) {
    case 'list':
      return [...filterParametersOf(resource), ...(resource.paged ? [PAGE, ALL] : []), FULL, IF_NONE_MATCH];
    case 'read':
      return [identifierOf(resource), FULL, ...queryParametersOf(PAST_PARAMETERS), IF_NONE_MATCH];
    case 'create':
      return [];
    default:
      return [identifierOf(resource), IF_MATCH];
  }
}

/** A flag counts by its presence and has no value. */
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

const filter = (name: string, { description, schema, match, isExtension }: Filter): JsonObject => ({
  name,
  in: 'query',
  description: `${description} (${match})`,
  schema,
  ...(isExtension ? EXTENSION : {}),
});

/** Parameters shared by many operations. */
export const sharedParameters: Record<string, JsonObject> = {
  Page: {
    name: 'page',
    in: 'query',
    description: 'The page number, starting at 1.',
    schema: { type: 'integer', minimum: 1 },
  },
  All: flag('all', 'Answers all rows on one page and ignores `page`.'),
  Full: {
    ...flag('full', 'Adds the fields that are omitted by default: `create_date`, `update_date`, …'),
    ...EXTENSION,
  },
  Source: filter('source', sourceFilters.source),
  ExternalId: filter('external_id', sourceFilters.external_id),
  IfNoneMatch: conditional('If-None-Match', 'Answers 304 if the entity tag still matches.'),
  IfMatch: conditional('If-Match', 'Refuses the write with 412 if the entity tag no longer matches.'),
};

const PAGE = component('parameters', 'Page');
const ALL = component('parameters', 'All');
const FULL = component('parameters', 'Full');
const SHARED = new Map([
  [sourceFilters.source, component('parameters', 'Source')],
  [sourceFilters.external_id, component('parameters', 'ExternalId')],
]);
const IF_NONE_MATCH = component('parameters', 'IfNoneMatch');
const IF_MATCH = component('parameters', 'IfMatch');

function filterParametersOf(resource: Resource): JsonObject[] {
  const sample = sampleOf(resource);
  return Object.entries(resource.filters).map(([name, each]) => {
    const example = exampleFor(each.schema, [sample[name], sample[`${name}_id`], sample[`${name}_index`]]);
    return SHARED.get(each) ?? filter(name, { ...each, schema: { ...each.schema, ...example } });
  });
}

/** An example for a filter: the sample's value of the field with the same name. */
function exampleFor({ type, enum: options }: Schema, values: (Json | undefined)[]): JsonObject {
  const example = values.find((value) => (type === 'integer' ? Number.isInteger(value) : typeof value === type));
  return example === undefined || options ? {} : { examples: [example] };
}

const queryParametersOf = (parameters: Record<string, Parameter>, example: JsonObject = {}): JsonObject[] =>
  Object.entries(parameters).map(([name, { description, schema, isRequired, isExtension }]) => ({
    name,
    in: 'query',
    description,
    required: isRequired ?? false,
    schema,
    ...(isRequired ? exampleIn(example, name) : {}),
    ...(isExtension ? EXTENSION : {}),
  }));

const pathParametersOf = ({ parts }: Endpoint, example: JsonObject = {}): JsonObject[] =>
  Object.entries(parts).map(([name, definition]) => pathParameter(name, definition, example[name]));

const identifierOf = (resource: Resource): JsonObject =>
  pathParameter(
    'id',
    {
      description: resource.key.field ? `The ${resource.key.name} of the record.` : 'The id of the record.',
      schema: { type: 'integer', minimum: resource.key.field ? 0 : 1 },
    },
    sampleOf(resource)[resource.key.name],
  );

const pathParameter = (
  name: string,
  definition: { description: string; schema: Schema },
  example: Json | undefined,
): JsonObject => ({
  name,
  in: 'path',
  required: true,
  ...definition,
  ...(example === undefined ? {} : { example }),
});

const exampleIn = (values: JsonObject, name: string): JsonObject =>
  values[name] === undefined ? {} : { example: values[name] };
