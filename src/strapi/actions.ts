import type { Context } from 'koa';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/** Calls an action of a Strapi controller, with the request's context or another one. */
export type StrapiAction = (context?: unknown) => Promise<unknown>;

/** The context that Strapi passes to actions, with the parsed body. */
export type ActionContext = Context & { request: Context['request'] & { body?: unknown } };

/**
 * Wraps an action of a Strapi controller. Call it before Strapi mounts its routes. Checked with Strapi 5.54.0.
 * @throws StartError when there is no such action.
 */
export function wrapAction(
  uid: string,
  name: string,
  wrapper: (ctx: ActionContext, action: StrapiAction) => Promise<unknown>,
): void {
  const controller = (app().controller as (uid: string) => unknown)(uid) as
    | Record<string, ((ctx: ActionContext, next: unknown) => Promise<unknown>) | undefined>
    | undefined;
  const action = controller?.[name];
  assertStrapiHas(controller && typeof action === 'function', `action "${name}" of ${uid}`);
  controller[name] = (ctx, next) =>
    wrapper(ctx, async (context) => action.call(controller, (context ?? ctx) as ActionContext, next));
}

/** A Strapi service. @throws StartError when it lacks one of these functions. */
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

/** The body of a request; an empty object if it is not an object. */
export const requestBody = ({ request: { body } }: ActionContext): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
