import type { Schema } from '../fields/field';
import type { Route } from '../http/routes';
import type { JsonObject } from '../json';
import type { Endpoint } from '../resource/endpoint';
import { objectOf } from '../resource/schema';
import { schemaName } from './schemas';

const DESCRIPTIONS: Record<number, string> = {
  200: 'The answer.',
  201: 'Created; the record.',
  204: 'Deleted.',
  304: 'Not changed.',
  400: 'INVALID_INPUT: every fault of the request.',
  401: 'UNAUTHENTICATED: no credential, or none that is valid.',
  403: 'FORBIDDEN: the role may not do this.',
  404: 'NOT_FOUND: no such record.',
  409: 'CONFLICT or IN_USE.',
  412: 'PRECONDITION_FAILED: the record has changed.',
  413: 'PAYLOAD_TOO_LARGE.',
  415: 'UNSUPPORTED_MEDIA_TYPE: not JSON in UTF-8.',
  500: 'INTERNAL_ERROR.',
  503: 'UNAVAILABLE: try again later.',
};

const ETAG = { ETag: { schema: { type: 'string' }, description: 'The entity tag of the answer.' } };
const LOCATION = { Location: { schema: { type: 'string' }, description: 'The path of the record.' } };
const IGNORED = {
  'Ignored-Fields': { schema: { type: 'string' }, description: 'Fields of the body that are not known.' },
};

/** Every answer that an operation can give. */
export function answersOf(route: Route): JsonObject {
  const credential = [401, 403];
  const read = [304, ...credential, 500, 503];
  const write = [400, ...credential, 409, 413, 415, 500, 503];
  const { of } = route;
  if ('view' in of) {
    const schema = of.view.answers === 'rows' ? listOf(of.view.schema(), false) : of.view.schema();
    return {
      200: success(200, schema, ETAG),
      ...failures([400, ...(of.view.answers === 'one' ? [404] : []), ...read]),
    };
  }
  if ('endpoint' in of) return answersOfEndpoint(of.endpoint);
  const record = (part: 'Row' | 'Detail' | 'Written'): Schema => ({
    $ref: `#/components/schemas/${schemaName(of.resource, part)}`,
  });
  switch (of.operation) {
    case 'list':
      return { 200: success(200, listOf(record('Row'), of.resource.paged), ETAG), ...failures([400, ...read]) };
    case 'read':
      return { 200: success(200, record('Detail'), ETAG), ...failures([400, 404, ...read]) };
    case 'create':
      return { 201: success(201, record('Written'), { ...ETAG, ...LOCATION, ...IGNORED }), ...failures(write) };
    case 'update':
      return { 200: success(200, record('Written'), { ...ETAG, ...IGNORED }), ...failures([404, 412, ...write]) };
    case 'remove':
      return { 204: { description: DESCRIPTIONS[204] ?? '' }, ...failures([404, 412, ...write]) };
  }
}

function answersOfEndpoint({ method, body, answers, failures: own }: Endpoint): JsonObject {
  const schema = answers.schema();
  const usual = [400, 401, 403, 404, 500, 503, ...(method === 'GET' ? [304] : []), ...(body ? [413, 415] : [])];
  return {
    ...failures(usual),
    ...Object.fromEntries(
      Object.entries(own).map(([status, description]) => [status, { ...failure(Number(status)), description }]),
    ),
    [answers.status]: schema ? success(answers.status, schema, {}) : { description: DESCRIPTIONS[204] ?? '' },
  };
}

const listOf = (row: Schema, isPaged: boolean): Schema =>
  objectOf({
    rows: { type: 'array', items: row },
    totalRowCount: { type: 'integer', minimum: 0 },
    ...(isPaged ? { paging: { $ref: '#/components/schemas/Paging' } } : {}),
  });

const success = (status: number, schema: Schema, headers: JsonObject): JsonObject => ({
  description: DESCRIPTIONS[status] ?? '',
  headers,
  content: { 'application/json': { schema } },
});

const failures = (statuses: number[]): JsonObject =>
  Object.fromEntries(statuses.map((status): [number, JsonObject] => [status, failure(status)]));

const failure = (status: number): JsonObject => ({
  description: DESCRIPTIONS[status] ?? '',
  ...(status === 304 ? {} : { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }),
});
