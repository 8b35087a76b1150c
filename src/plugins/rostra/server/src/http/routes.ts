import type { Context } from 'koa';
import { create } from '../operations/create';
import { list } from '../operations/list';
import type { Query } from '../operations/query';
import { read } from '../operations/read';
import { remove } from '../operations/remove';
import { update } from '../operations/update';
import { view } from '../operations/view';
import { allResources, allViews } from '../resource/registry';
import type { Access, Operation, Resource } from '../resource/resource';
import type { View } from '../resource/view';
import { type Answer, answers } from './answers';

/** One operation of the service: what Strapi's router, the roles page, the pipeline and the tests know it by. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** Strapi's name of it: `api::bill.bill.find`. */
  action: string;
  access: Access;
  /** What it is an operation of. */
  of: { resource: Resource; operation: Operation } | { view: View };
  answer(request: Request): Promise<Answer>;
}

/** A path that is open to everybody and belongs to no resource: the description of the interface. */
export interface Page {
  method: 'GET';
  path: string;
  answer(request: Request): Promise<Answer>;
}

/** What an operation needs to know of a request. */
interface Request {
  /** The identifier in the path; undefined when it cannot be one (decisions, 4.6). */
  number: number | undefined;
  query: Query;
  body: unknown;
  ifMatch: string | undefined;
  pageSize: number;
}

/** Every operation, derived from the declarations. */
export function allRoutes(): Route[] {
  const routes = allResources().flatMap((of) => of.operations.map((operation) => routeOf(of, operation)));
  const views = allViews().map(
    (of): Route => ({
      method: 'GET',
      path: of.path,
      action: `api::${of.api}.${of.name}.find`,
      access: of.access,
      of: { view: of },
      answer: async ({ query }) => answers.read(await view(of, query)),
    }),
  );
  return [...routes, ...views];
}

/** A handler as Strapi's router calls it. */
export type Action = (ctx: Context) => Promise<void>;

function routeOf(of: Resource, operation: Operation): Route {
  const item = `${of.path}/:id`;
  const route = (method: Route['method'], path: string, name: string, answer: Route['answer']): Route => ({
    method,
    path,
    action: `${of.uid}.${name}`,
    access: of.access[operation],
    of: { resource: of, operation },
    answer,
  });
  switch (operation) {
    case 'list':
      return route('GET', of.path, 'find', async ({ query, pageSize }) =>
        answers.read(await list(of, query, pageSize)),
      );
    case 'read':
      return route('GET', item, 'findOne', async ({ number, query }) => answers.read(await read(of, number, query)));
    case 'create':
      return route('POST', of.path, 'create', async ({ body }) => {
        const written = await create(of, body);
        return answers.created(written, `${of.path}/${written.number}`);
      });
    case 'update':
      return route('PATCH', item, 'update', async ({ number, body, ifMatch }) =>
        answers.updated(await update(of, number, body, ifMatch)),
      );
    case 'remove':
      return route('DELETE', item, 'delete', async ({ number, ifMatch }) => {
        await remove(of, number, ifMatch);
        return answers.removed();
      });
  }
}
