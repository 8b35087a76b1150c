import type { JsonObject } from '../../../../../common/json';
import { entryOf } from '../../../../../common/maps';
import type { Route } from '../http/routes';
import { allResources } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { app, infoOf } from '../store/strapi';
import { sharedHeaders } from './answers';
import { type Components, collectComponents } from './components';
import { listExample, recordExamples } from './examples';
import { sharedFailures } from './failures';
import { type RecordSchemaName, schemaName, tagOf, uidOf } from './names';
import { isExtension, operationOf } from './operation';
import { sharedParameters } from './parameters';
import { EXTENSION, errorSchema, pagingSchema, recordSchemas } from './schemas';

/** Derives the OpenAPI 3.1 document of the whole API from the table of operations. */
export function openApi(routes: Route[]): JsonObject {
  const routesInDocument = routes.filter(({ isAlias }) => !isAlias);
  const paths = pathsOf(routesInDocument);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rostra',
      version: app().config.get('info.version', '0.0.0'),
      summary: 'Manages the data of a civic project that analyses legislation.',
      description: DESCRIPTION,
      contact: { name: 'The Rostra authors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    security: [{ bearer: [] }],
    tags: tagsOf(routesInDocument),
    paths,
    components: { securitySchemes: { bearer: BEARER }, ...collectComponents(paths, componentsOf(allResources())) },
  };
}

const DESCRIPTION = `Bills, votes, terms, topics, acts and their relations; data sets, reports and timelines derived from them.

- Log in with \`POST /api/auth/local\` and \`{"identifier", "password"}\`; register as a citizen with \`POST /api/auth/local/register\` and \`{"username", "email", "password"}\`. The answer contains the token as \`jwt\`. Both are Strapi's own operations; their errors have a different shape.
- A list answers \`rows\` and \`totalRowCount\`; a paged list also answers \`paging\`. Unknown, repeated and malformed parameters are refused with 400.
- References are ids. Bodies may give a timestamp as epoch milliseconds or as date-time text.
- All errors have one shape, and an answer lists every fault. An unknown path is 404, an unsupported method 405.
- Answers to \`GET\` carry an \`ETag\`. With \`If-None-Match\`, an unchanged answer is 304; with \`If-Match\`, a write fails with 412 if somebody else has changed the record.
- \`x-roles\` lists the roles that may call an operation by default; \`x-extension\` marks everything beyond the specification of the API.`;

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description:
    'The `jwt` from `POST /api/auth/local` with `{"identifier", "password"}`, or an API token created in the admin panel.',
};

function pathsOf(routes: Route[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

/** The tags of all operations; extensions of the specification come last. */
function tagsOf(routes: Route[]): JsonObject[] {
  const byTag = new Map<string, Route[]>();
  for (const route of routes) entryOf(byTag, tagOf(route), () => []).push(route);
  const tags = [...byTag].map(([name, tagged]) => ({ name, ...tagInfo(name, tagged) }));
  return tags.sort((a, b) => Number('x-extension' in a) - Number('x-extension' in b));
}

function tagInfo(name: string, tagged: Route[]): JsonObject {
  const info = tagged[0] && infoOf(uidOf(tagged[0]));
  const description = [info?.displayName, info?.description].filter(Boolean).join(': ') || name;
  return { description, ...(tagged.every(isExtension) ? EXTENSION : {}) };
}

function componentsOf(resources: Resource[]): Components {
  const schemas: Components[string] = { Error: errorSchema, Paging: pagingSchema };
  const examples: Components[string] = {};
  for (const resource of resources) {
    const own = recordSchemas(resource);
    const values = recordExamples(resource, own);
    for (const name of Object.keys(own) as RecordSchemaName[]) {
      schemas[schemaName(resource, name)] = own[name];
      examples[schemaName(resource, name)] = { value: values[name] };
    }
    examples[schemaName(resource, 'List')] = { value: listExample(values.Row, { isPaged: resource.paged }) };
  }
  return { schemas, examples, responses: sharedFailures, parameters: sharedParameters, headers: sharedHeaders };
}
