import type { Context } from 'koa';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/** An action of one of Strapi's controllers, ready to be called; for another context where one is given. */
export type StrapiAction = (other?: unknown) => Promise<unknown>;

/** Strapi hands actions the request's context with its body read. */
export type ActionContext = Context & { request: Context['request'] & { body?: unknown } };

/**
 * Puts `around` in the place of an action of Strapi's, before Strapi mounts its routes. Checked with Strapi 5.54.0.
 * @throws StartError when there is no such action any more.
 */
export function wrapAction(
  uid: string,
  name: string,
  around: (ctx: ActionContext, action: StrapiAction) => Promise<unknown>,
): void {
  const controller = (app().controller as (uid: string) => unknown)(uid) as
    | Record<string, ((ctx: ActionContext, next: unknown) => Promise<unknown>) | undefined>
    | undefined;
  const action = controller?.[name];
  assertStrapiHas(controller && typeof action === 'function', `action "${name}" of ${uid}`);
  controller[name] = (ctx, next) =>
    around(ctx, async (other) => action.call(controller, (other ?? ctx) as ActionContext, next));
}

/** A service of Strapi's. @throws StartError when it lacks one of these functions. */
export function serviceOf<T>(uid: string, functions: (keyof T & string)[]): T {
  const service = (app().service as (uid: string) => unknown)(uid) as T | undefined;
  assertFunctions(service, uid, functions);
  return service;
}

/** @throws StartError when a service lacks one of these functions. */
export function assertFunctions<T>(
  service: T | undefined,
  uid: string,
  functions: (keyof T & string)[],
): asserts service is T {
  for (const name of functions) assertStrapiHas(typeof service?.[name] === 'function', `function "${name}" of ${uid}`);
}

/** The body of a request as an object; an empty one when it is none. */
export const requestBody = ({ request: { body } }: ActionContext): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
