import type { JsonObject } from '../../../../../common/json';
import { entryOf } from '../../../../../common/maps';
import type { Route } from '../http/routes';
import { allResources } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { app, infoOf } from '../store/strapi';
import { sharedHeaders } from './answers';
import { type Components, usedIn } from './components';
import { listExample, recordExamples } from './examples';
import { sharedFailures } from './failures';
import { type Part, schemaName, tagOf, uidOf } from './names';
import { isExtension, operationOf } from './operation';
import { sharedParameters } from './parameters';
import { EXTENSION, errorSchema, pagingSchema, recordSchemas } from './schemas';

/** The description of the whole interface as an OpenAPI 3.1 document, derived from the table of operations. */
export function openApi(routes: Route[]): JsonObject {
  const described = routes.filter(({ isAlias }) => !isAlias);
  const paths = pathsOf(described);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rostra',
      version: app().config.get('info.version', '0.0.0'),
      summary: 'Administers the data of a civic legislative-analysis project.',
      description: DESCRIPTION,
      contact: { name: 'The Rostra authors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    security: [{ bearer: [] }],
    tags: tagsOf(described),
    paths,
    components: { securitySchemes: { bearer: BEARER }, ...usedIn(paths, componentsOf(allResources())) },
  };
}

const DESCRIPTION = `Bills, votes, terms, topics, acts and how they relate; data sets, reports and timelines made of them.

- Log in with \`POST /api/auth/local\` and \`{"identifier", "password"}\`; register as a citizen with \`POST /api/auth/local/register\` and \`{"username", "email", "password"}\`. The answer holds the token, \`jwt\`. These two are Strapi's own, with errors of another shape.
- A list answers \`rows\` and \`totalRowCount\`, a paged one \`paging\`, too. Unknown, repeated and malformed parameters are 400.
- References are identifiers. A timestamp is taken as epoch milliseconds or date-time text.
- An error has one shape, and names every fault at once. A path that there is not is 404; a method that a path does not have, 405.
- \`GET\` carries an \`ETag\`: \`If-None-Match\` answers 304, \`If-Match\` keeps two editors from overwriting each other.
- \`x-roles\` names the roles that may call an operation when nothing else has been set up; \`x-extension\` marks what the specification of the interface does not have.`;

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description:
    'The `jwt` that `POST /api/auth/local` answers to `{"identifier", "password"}`, or an API token made in the admin panel.',
};

function pathsOf(routes: Route[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

/** What the operations are listed under; what the specification does not have comes last. */
function tagsOf(routes: Route[]): JsonObject[] {
  const byTag = new Map<string, Route[]>();
  for (const route of routes) entryOf(byTag, tagOf(route), () => []).push(route);
  const tags = [...byTag].map(([name, tagged]) => ({ name, ...tagOn(name, tagged) }));
  return tags.sort((a, b) => Number('x-extension' in a) - Number('x-extension' in b));
}

function tagOn(name: string, tagged: Route[]): JsonObject {
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
    for (const part of Object.keys(own) as Part[]) {
      schemas[schemaName(resource, part)] = own[part];
      examples[schemaName(resource, part)] = { value: values[part] };
    }
    examples[schemaName(resource, 'List')] = { value: listExample(values.Row, { isPaged: resource.paged }) };
  }
  return { schemas, examples, responses: sharedFailures, parameters: sharedParameters, headers: sharedHeaders };
}
