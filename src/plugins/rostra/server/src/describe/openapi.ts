import type { Schema } from '../fields/field';
import type { Route } from '../http/routes';
import type { JsonObject } from '../json';
import { allResources } from '../resource/registry';
import { inputObject } from '../resource/schema';
import { answersOf } from './answers';
import { parametersOf } from './parameters';
import { errorSchema, pagingSchema, recordSchemas, schemaName } from './schemas';

/** The description of the whole interface as an OpenAPI 3.1 document, derived from the table of operations. */
export function openApi(routes: Route[]): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rostra',
      version: '0.1.0',
      description:
        'Administers the data of a civic legislative-analysis project: bills, votes, terms, topics and how they relate.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: tagsOf(routes),
    paths: pathsOf(routes),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `jwt` that `POST /api/auth/local` answers, or an API token made in the admin panel.',
        },
      },
      schemas: { Error: errorSchema, Paging: pagingSchema, ...Object.assign({}, ...allResources().map(recordSchemas)) },
    },
  };
}

function pathsOf(routes: Route[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes.filter(({ isAlias }) => !isAlias)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

function operationOf(route: Route): JsonObject {
  const body = bodyOf(route);
  return {
    operationId: route.action.replace(/^api::/, '').replaceAll('.', '_'),
    summary: summaryOf(route),
    tags: [tagOf(route)],
    ...(route.access === 'public' ? { security: [] } : { description: `Role: ${route.access}.` }),
    parameters: parametersOf(route),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: answersOf(route),
  };
}

const VERBS = {
  list: 'List',
  read: 'Read one of',
  create: 'Create one of',
  update: 'Change one of',
  remove: 'Delete one of',
};

function summaryOf({ of }: Route): string {
  if ('view' in of) return of.view.description;
  if ('endpoint' in of) return of.endpoint.description;
  return `${VERBS[of.operation]} ${of.resource.name}`;
}

function tagOf({ of }: Route): string {
  if ('view' in of) return 'views';
  return 'endpoint' in of ? of.endpoint.api : of.resource.name;
}

const tagsOf = (routes: Route[]): JsonObject[] =>
  [...new Set(routes.map(tagOf))].map((name) => ({
    name,
    description: name === 'views' ? 'Reads of their own' : `Records of ${name}`,
  }));

function bodyOf({ of }: Route): Schema | undefined {
  if ('view' in of) return undefined;
  if ('endpoint' in of) return of.endpoint.body && inputObject(of.endpoint.body, { isWhole: true });
  if (of.operation === 'create') return { $ref: `#/components/schemas/${schemaName(of.resource, 'Create')}` };
  if (of.operation === 'update') return { $ref: `#/components/schemas/${schemaName(of.resource, 'Update')}` };
  return undefined;
}
