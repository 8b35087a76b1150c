import type { Context } from 'koa';
import type { Principal } from '../access/principal';
import { answerRead } from '../operations/answer/answer-read';
import { parseCall } from '../operations/call';
import { create } from '../operations/create';
import { list } from '../operations/list';
import type { Query } from '../operations/query';
import type { ReadQuery } from '../operations/read';
import { read } from '../operations/read';
import { remove } from '../operations/remove';
import { update } from '../operations/update';
import { view } from '../operations/view';
import type { Answer, Endpoint } from '../resource/endpoint';
import { allEndpoints, allResources, allViews } from '../resource/registry';
import type { Access, Operation, Resource } from '../resource/resource';
import type { View } from '../resource/view';
import type { Versions } from '../store/versions/look-up';
import { answers } from './answers';

/** One operation of the service: what Strapi's router, the roles page, the pipeline and the tests know it by. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** Strapi's name of it: `api::bill.bill.find`. */
  action: string;
  access: Access;
  /** What it is an operation of. */
  of: { resource: Resource; operation: Operation } | { view: View } | { endpoint: Endpoint };
  /** Another spelling of a path of the specification (decisions, 1.5): it answers, and is not described. */
  isAlias?: boolean;
  /** Errors: those of the operation, thrown at once or later. */
  answer(request: Request): Promise<Answer>;
}

/** A path that is open to everybody and belongs to no resource: the description of the interface, a form for people. */
export interface Page {
  method: 'GET';
  path: string;
  answer(reader: Reader): Promise<Answer>;
}

/** Who reads a page. */
interface Reader {
  /** The first of these languages that they would like, else the first of all. */
  language<T extends string>(languages: readonly [T, ...T[]]): T;
}

/** What an operation needs to know of a request. */
interface Request {
  principal: Principal;
  /** The identifier in the path; undefined when it cannot be one (decisions, 4.6). */
  number: number | undefined;
  /** The decoded parts of the path by their names. */
  path: Record<string, string>;
  query: Query;
  body: unknown;
  prefersPage(): boolean;
  ifMatch: string | undefined;
  ifNoneMatch: string;
  /** How the data stood when it came, or later. */
  versions: Versions;
  pageSize: number;
}

/** Every operation, derived from the declarations. */
export function allRoutes(): Route[] {
  return [
    ...allResources().flatMap((of) => of.operations.flatMap((operation) => routesOf(of, operation))),
    ...allViews().map(routeOfView),
    ...allEndpoints().map(routeOfEndpoint),
  ];
}

/** A handler as Strapi's router calls it. */
export type Action = (ctx: Context) => Promise<void>;

const METHODS = { list: 'GET', read: 'GET', create: 'POST', update: 'PATCH', remove: 'DELETE' } as const;
const NAMES = { list: 'find', read: 'findOne', create: 'create', update: 'update', remove: 'delete' };

/** An operation of a resource at its path, and at the sibling spellings of it. */
function routesOf(of: Resource, operation: Operation): Route[] {
  const [own, ...others] = [of.paths[operation], ...siblingsOf(of, operation)];
  const item = operation === 'list' || operation === 'create' ? '' : '/:id';
  const route: Route = {
    method: METHODS[operation],
    path: `${own}${item}`,
    action: `${of.uid}.${NAMES[operation]}`,
    access: of.access[operation],
    of: { resource: of, operation },
    answer: answerOf(of, operation),
  };
  return [route, ...others.map((path) => ({ ...route, path: `${path}${item}`, isAlias: true }))];
}

/**
 * Other paths of the resource: its own one, those beside the operation's, singular or plural, and for reading those that
 * it declares (decisions, 1.5).
 */
function siblingsOf(of: Resource, operation: Operation): string[] {
  const own = of.paths[operation];
  const folder = (path: string) => path.replace(/[^/]*$/, '');
  const others = new Set(of.operations.map((each) => of.paths[each]));
  const siblings = [...others].filter((path) => path !== own && (path === of.path || folder(path) === folder(own)));
  return operation === 'list' || operation === 'read' ? [...siblings, ...of.readAliases] : siblings;
}

function answerOf(of: Resource, operation: Operation): Route['answer'] {
  switch (operation) {
    case 'list':
      return (request) => finished(list(of, request.query, request.pageSize), request);
    case 'read':
      return (request) => finished(read(of, request.number, request.query), request);
    case 'create':
      return async ({ body }) => {
        const written = await create(of, body);
        return answers.created(written, `${of.paths.read}/${written.publicId}`);
      };
    case 'update':
      return async ({ number, body, ifMatch }) => answers.updated(await update(of, number, body, ifMatch));
    case 'remove':
      return async ({ number, ifMatch }) => {
        await remove(of, number, ifMatch);
        return answers.removed();
      };
  }
}

const finished = (reading: ReadQuery, { versions, ifNoneMatch }: Request): Promise<Answer> =>
  answerRead(reading, versions, ifNoneMatch);

const routeOfView = (of: View): Route => ({
  method: 'GET',
  path: of.path,
  action: `api::${of.api}.${of.name}.find`,
  access: of.access,
  of: { view: of },
  answer: (request) => finished(view(of, request.query), request),
});

const routeOfEndpoint = (of: Endpoint): Route => ({
  method: of.method,
  path: of.path,
  action: `api::${of.api}.${of.api}.${of.name}`,
  access: of.access,
  of: { endpoint: of },
  answer: async (request) => of.answer(parseCall(of, request)),
});
