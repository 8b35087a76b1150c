import type { Json, JsonObject } from '../../../../../common/json';
import { mapValues } from '../../../../../common/maps';
import type { Field, Schema } from '../fields/field';
import { hasReadableHistory } from '../history/rows';
import type { Route } from '../http/routes';
import type { Endpoint } from '../resource/endpoint';
import type { Operation, Resource } from '../resource/resource';
import { arrayOf, objectOf } from '../resource/schema';
import type { View } from '../resource/view';
import { component } from './components';
import { exampleOf } from './example';
import { listExample } from './examples';
import { failure, failuresOf, ownFailure, USUAL } from './failures';
import { childKindsOf, conflict, inUse, invalidBody } from './faults';
import { type RecordSchemaName, schemaName } from './names';
import { EXTENSION } from './schemas';

/** Describes every answer that an operation can give, by status. */
export function answersOf({ target }: Route): JsonObject {
  if ('view' in target) return answersOfView(target.view);
  if ('endpoint' in target) return answersOfEndpoint(target.endpoint);
  return answersOfResource(target.resource, target.operation);
}

/** Headers shared by many answers. */
export const sharedHeaders: Record<string, JsonObject> = {
  ETag: header('The entity tag of the answer.', true),
  Location: header('The path of the new record.', true),
  IgnoredFields: header('Unknown fields of the body, separated by commas.', false),
};

/** The schema of a list answer. */
const listSchema = (row: Schema, { isPaged }: { isPaged: boolean }): Schema =>
  objectOf({
    rows: arrayOf(row),
    totalRowCount: { type: 'integer', minimum: 0, description: 'number of all matching rows, on any page' },
    ...(isPaged ? { paging: component('schemas', 'Paging') } : {}),
  });

const ETAG = { ETag: component('headers', 'ETag') };
const LOCATION = { Location: component('headers', 'Location') };
const IGNORED = { 'Ignored-Fields': component('headers', 'IgnoredFields') };

const BODY = [413, 415];

const INVALID_QUERY = { 400: component('responses', 'InvalidQuery') };
const INVALID_BODY = { 400: component('responses', 'InvalidBody') };

const invalidOf = (fields: Record<string, Field>): JsonObject => ({
  400: failure('INVALID_INPUT: lists every fault of the body.', invalidBody(fields)),
});

function answersOfResource(resource: Resource, operation: Operation): JsonObject {
  const schema = (name: RecordSchemaName) => component('schemas', schemaName(resource, name));
  const example = (name: RecordSchemaName | 'List') => component('examples', schemaName(resource, name));
  const invalid = invalidOf(resource.fields);
  const children = childKindsOf(resource);
  switch (operation) {
    case 'list': {
      const list = listSchema(schema('Row'), { isPaged: resource.paged });
      return { 200: success('A list.', list, example('List'), ETAG), ...INVALID_QUERY, ...failuresOf([304, ...USUAL]) };
    }
    case 'read': {
      const detail = hasReadableHistory(resource)
        ? { anyOf: [schema('Detail'), { ...schema('State'), description: 'with `at` or `change`' }] }
        : schema('Detail');
      return {
        200: success('The record.', detail, example('Detail'), ETAG),
        ...INVALID_QUERY,
        ...failuresOf([304, 404, ...USUAL]),
      };
    }
    case 'create':
      return {
        201: success('The new record.', schema('Written'), example('Written'), { ...ETAG, ...LOCATION, ...IGNORED }),
        ...invalid,
        409: failure(
          'CONFLICT: another record has the same key, or a referenced record was deleted.',
          conflict(resource),
        ),
        ...failuresOf([...BODY, ...USUAL]),
      };
    case 'update':
      return {
        200: success('The updated record.', schema('Written'), example('Written'), { ...ETAG, ...IGNORED }),
        ...invalid,
        409: failure(
          'CONFLICT: another record has the same key, or a referenced record was deleted. IN_USE: other records require one that the change would delete.',
          conflict(resource),
          ...inUse(children),
        ),
        ...failuresOf([404, 412, ...BODY, ...USUAL]),
      };
    case 'remove': {
      const references = inUse([resource.kind, ...children]);
      return {
        204: { description: 'The record is deleted; no body.' },
        ...INVALID_BODY,
        409: failure(
          'IN_USE: other records require this one. CONFLICT: another write got in the way; try again.',
          ...references,
          conflict(resource),
        ),
        ...failuresOf([404, 412, ...BODY, ...USUAL]),
      };
    }
  }
}

function answersOfView(view: View): JsonObject {
  const row = view.schema();
  const example = exampleOf(row, view.example?.());
  const isList = view.answers === 'rows';
  return {
    200: isList
      ? success(
          'A list.',
          listSchema(row, { isPaged: false }),
          { value: listExample(example, { isPaged: false }) },
          ETAG,
        )
      : success('The answer.', row, { value: example }, ETAG),
    ...INVALID_QUERY,
    ...failuresOf([304, ...USUAL]),
  };
}

function answersOfEndpoint({ method, parts, body, answers, failures, hasPage, isList, example }: Endpoint): JsonObject {
  const schema = answers.schema();
  const values = example?.() ?? {};
  const isRead = method === 'GET';
  const headers = {
    ...(isRead && !isList ? {} : ETAG),
    ...(isRead ? {} : IGNORED),
    ...(answers.status === 201 ? LOCATION : {}),
  };
  const done = schema
    ? success('Done.', schema, { value: exampleOf(schema, { ...values, rows: [values], totalRowCount: 1 }) }, headers)
    : { description: 'Done; no body.' };
  const usual = [
    ...(isRead ? [] : BODY),
    ...(isList ? [304] : []),
    ...(Object.keys(parts).length > 0 ? [404] : []),
    ...USUAL,
  ];
  const own = mapValues(failures, (meaning, status) => ownFailure(Number(status), meaning));
  return {
    [answers.status]: hasPage ? alsoAsPage(done) : done,
    ...(isRead ? INVALID_QUERY : body ? invalidOf(body) : INVALID_BODY),
    ...failuresOf(usual),
    ...(hasPage ? mapValues(own, alsoAsPage) : own),
  };
}

/** Adds the HTML page that browsers get. */
const alsoAsPage = (answer: JsonObject): JsonObject => ({
  ...answer,
  content: { ...(answer.content as JsonObject), 'text/html': { schema: { type: 'string' } } },
});

function success(description: string, schema: Schema, example: Json, headers: JsonObject): JsonObject {
  return {
    description,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: { 'application/json': { schema, examples: { example } } },
  };
}

function header(description: string, required: boolean): JsonObject {
  return { description, required, schema: { type: 'string' }, ...EXTENSION };
}
