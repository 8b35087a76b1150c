import type { Json, JsonObject } from '../../../../../common/json';
import { mapValues } from '../../../../../common/maps';
import type { Field, Schema } from '../fields/field';
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
import { type Part, schemaName } from './names';
import { EXTENSION } from './schemas';

/** Every answer that an operation can give, by its status. */
export function answersOf({ of }: Route): JsonObject {
  if ('view' in of) return answersOfView(of.view);
  if ('endpoint' in of) return answersOfEndpoint(of.endpoint);
  return answersOfResource(of.resource, of.operation);
}

/** The headers that many answers have. */
export const sharedHeaders: Record<string, JsonObject> = {
  ETag: header('The entity tag of the answer.', true),
  Location: header('The path where it can be read.', true),
  IgnoredFields: header('Fields of the body that are not known, apart by commas.', false),
};

/** The schema of a list answer (Conventions 2 and 3). */
const listSchema = (row: Schema, { isPaged }: { isPaged: boolean }): Schema =>
  objectOf({
    rows: arrayOf(row),
    totalRowCount: { type: 'integer', minimum: 0, description: 'every row that matches, not only those of the page' },
    ...(isPaged ? { paging: component('schemas', 'Paging') } : {}),
  });

const ETAG = { ETag: component('headers', 'ETag') };
const LOCATION = { Location: component('headers', 'Location') };
const IGNORED = { 'Ignored-Fields': component('headers', 'IgnoredFields') };

const BODY = [413, 415];

const INVALID_QUERY = { 400: component('responses', 'InvalidQuery') };
const INVALID_BODY = { 400: component('responses', 'InvalidBody') };

const invalidOf = (fields: Record<string, Field>): JsonObject => ({
  400: failure('INVALID_INPUT: every fault of the body, at once.', invalidBody(fields)),
});

function answersOfResource(resource: Resource, operation: Operation): JsonObject {
  const schema = (part: Part) => component('schemas', schemaName(resource, part));
  const example = (part: Part | 'List') => component('examples', schemaName(resource, part));
  const invalid = invalidOf(resource.fields);
  const children = childKindsOf(resource);
  switch (operation) {
    case 'list': {
      const list = listSchema(schema('Row'), { isPaged: resource.paged });
      return { 200: good('A list.', list, example('List'), ETAG), ...INVALID_QUERY, ...failuresOf([304, ...USUAL]) };
    }
    case 'read':
      return {
        200: good('The record.', schema('Detail'), example('Detail'), ETAG),
        ...INVALID_QUERY,
        ...failuresOf([304, 404, ...USUAL]),
      };
    case 'create':
      return {
        201: good('The new record.', schema('Written'), example('Written'), { ...ETAG, ...LOCATION, ...IGNORED }),
        ...invalid,
        409: failure(
          'CONFLICT: a record that stands in its way, or that it refers to and is gone.',
          conflict(resource),
        ),
        ...failuresOf([...BODY, ...USUAL]),
      };
    case 'update':
      return {
        200: good('The record as it is now.', schema('Written'), example('Written'), { ...ETAG, ...IGNORED }),
        ...invalid,
        409: failure('CONFLICT or IN_USE: other records stand in its way.', conflict(resource), ...inUse(children)),
        ...failuresOf([404, 412, ...BODY, ...USUAL]),
      };
    case 'remove': {
      const needed = inUse([resource.kind, ...children]);
      return {
        204: { description: 'The record is deleted; no body.' },
        ...INVALID_BODY,
        409: failure('IN_USE: other records need this one; or CONFLICT.', ...needed, conflict(resource)),
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
      ? good('A list.', listSchema(row, { isPaged: false }), { value: listExample(example, { isPaged: false }) }, ETAG)
      : good('The answer.', row, { value: example }, ETAG),
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
  const success = schema
    ? good('Done.', schema, { value: exampleOf(schema, { ...values, rows: [values], totalRowCount: 1 }) }, headers)
    : { description: 'Done; no body.' };
  const usual = [
    ...(isRead ? [] : BODY),
    ...(isList ? [304] : []),
    ...(Object.keys(parts).length > 0 ? [404] : []),
    ...USUAL,
  ];
  const own = mapValues(failures, (meaning, status) => ownFailure(Number(status), meaning));
  return {
    [answers.status]: hasPage ? withPage(success) : success,
    ...(isRead ? INVALID_QUERY : body ? invalidOf(body) : INVALID_BODY),
    ...failuresOf(usual),
    ...(hasPage ? mapValues(own, withPage) : own),
  };
}

/** The same for browsers, which ask for a page. */
const withPage = (answer: JsonObject): JsonObject => ({
  ...answer,
  content: { ...(answer.content as JsonObject), 'text/html': { schema: { type: 'string' } } },
});

function good(description: string, schema: Schema, example: Json, headers: JsonObject): JsonObject {
  return {
    description,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: { 'application/json': { schema, examples: { example } } },
  };
}

function header(description: string, required: boolean): JsonObject {
  return { description, required, schema: { type: 'string' }, ...EXTENSION };
}
