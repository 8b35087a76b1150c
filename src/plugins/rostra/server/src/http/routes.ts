import type { Context } from 'koa';
import type { Principal } from '../access/principal';
import { historyEndpoints } from '../history/endpoints';
import { isOfPast, readPast } from '../history/read-past';
import { restoreEndpoints } from '../history/restore-endpoint';
import { answerRead } from '../operations/answer/answer-read';
import { parseCall } from '../operations/call';
import { create } from '../operations/create';
import { list } from '../operations/list';
import type { Query } from '../operations/query';
import type { ReadQuery } from '../operations/read';
import { read } from '../operations/read';
import { remove } from '../operations/remove';
import { update } from '../operations/update';
import { view as readView } from '../operations/view';
import type { Answer, Endpoint } from '../resource/endpoint';
import { allEndpoints, allResources, allViews } from '../resource/registry';
import type { Access, Operation, Resource } from '../resource/resource';
import type { View } from '../resource/view';
import type { Versions } from '../store/versions/look-up';
import { answers } from './answers';

/** One operation of the service, for Strapi's router, the roles page, the pipeline and the tests. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** Strapi's name for it: `api::bill.bill.find`. */
  action: string;
  access: Access;
  /** The declaration that it serves. */
  target: { resource: Resource; operation: Operation } | { view: View } | { endpoint: Endpoint };
  /** Whether it is an alternative spelling of a path (conventions 1.5): served, but not described. */
  isAlias?: boolean;
  /** Errors: those of the operation, thrown or rejected. */
  answer(request: Request): Promise<Answer>;
}

/** A public page outside all resources: the API description, a form. */
export interface PageRoute {
  method: 'GET';
  path: string;
  answer(reader: Reader): Promise<Answer>;
}

/** The client that reads a page. */
interface Reader {
  /** The preferred language among these; the first one if the client accepts none. */
  language<T extends string>(languages: readonly [T, ...T[]]): T;
}

/** What an operation reads from a request. */
interface Request {
  principal: Principal;
  /** The public id in the path; undefined if the path has none or it is malformed (conventions 4.6). */
  publicId: number | undefined;
  /** The decoded parts of the path by name. */
  path: Record<string, string>;
  query: Query;
  body: unknown;
  prefersPage(): boolean;
  ifMatch: string | undefined;
  ifNoneMatch: string;
  /** The versions of the data, looked up after the request arrived. */
  versions: Versions;
  pageSize: number;
}

/** Every operation, derived from the declarations. */
export function allRoutes(): Route[] {
  return [
    ...allResources().flatMap((resource) => resource.operations.flatMap((operation) => routesOf(resource, operation))),
    ...allViews().map(routeOfView),
    ...allEndpoints().map(routeOfEndpoint),
    ...allResources().flatMap(historyEndpoints).map(routeOfEndpoint),
    ...allResources().flatMap(restoreEndpoints).map(routeOfEndpoint),
  ];
}

/** A handler for Strapi's router. */
export type RouteHandler = (ctx: Context) => Promise<void>;

const METHODS = { list: 'GET', read: 'GET', create: 'POST', update: 'PATCH', remove: 'DELETE' } as const;
const NAMES = { list: 'find', read: 'findOne', create: 'create', update: 'update', remove: 'delete' };

/** The routes of one operation: at its own path and at the aliases. */
function routesOf(resource: Resource, operation: Operation): Route[] {
  const [own, ...others] = [resource.paths[operation], ...aliasPathsOf(resource, operation)];
  const item = operation === 'list' || operation === 'create' ? '' : '/:id';
  const route: Route = {
    method: METHODS[operation],
    path: `${own}${item}`,
    action: `${resource.uid}.${NAMES[operation]}`,
    access: resource.access[operation],
    target: { resource, operation },
    answer: answerOf(resource, operation),
  };
  return [route, ...others.map((path) => ({ ...route, path: `${path}${item}`, isAlias: true }))];
}

/**
 * The other paths at which an operation answers: the resource's own path, its singular or plural sibling in the same folder
 * and, for reads, declared aliases (conventions 1.5).
 */
function aliasPathsOf(resource: Resource, operation: Operation): string[] {
  const own = resource.paths[operation];
  const folder = (path: string) => path.replace(/[^/]*$/, '');
  const others = new Set(resource.operations.map((each) => resource.paths[each]));
  const siblings = [...others].filter(
    (path) => path !== own && (path === resource.path || folder(path) === folder(own)),
  );
  return operation === 'list' || operation === 'read' ? [...siblings, ...resource.readAliases] : siblings;
}

function answerOf(resource: Resource, operation: Operation): Route['answer'] {
  switch (operation) {
    case 'list':
      return (request) => runReading(list(resource, request.query, request.pageSize), request);
    case 'read':
      return (request) =>
        isOfPast(request.query)
          ? readPast(resource, request)
          : runReading(read(resource, request.publicId, request.query), request);
    case 'create':
      return async ({ body }) => {
        const written = await create(resource, body);
        return answers.created(written, `${resource.paths.read}/${written.publicId}`);
      };
    case 'update':
      return async ({ publicId, body, ifMatch }) => answers.updated(await update(resource, publicId, body, ifMatch));
    case 'remove':
      return async ({ publicId, ifMatch }) => {
        await remove(resource, publicId, ifMatch);
        return answers.removed();
      };
  }
}

const runReading = (reading: ReadQuery, { versions, ifNoneMatch }: Request): Promise<Answer> =>
  answerRead(reading, versions, ifNoneMatch);

const routeOfView = (view: View): Route => ({
  method: 'GET',
  path: view.path,
  action: `api::${view.api}.${view.name}.find`,
  access: view.access,
  target: { view },
  answer: (request) => runReading(readView(view, request.query), request),
});

const routeOfEndpoint = (endpoint: Endpoint): Route => ({
  method: endpoint.method,
  path: endpoint.path,
  action: `api::${endpoint.api}.${endpoint.api}.${endpoint.name}`,
  access: endpoint.access,
  target: { endpoint },
  answer: async (request) => endpoint.answer(parseCall(endpoint, request)),
});
