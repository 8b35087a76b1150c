import type { Middleware } from 'koa';
import { assertStrapiHas } from './assert-strapi-has';

/** Strapi's limits: in memory, for each process, with whatever e-mail the body names as a key, of any length. */
const NAMES = ['plugin::users-permissions.rateLimit', 'admin::rateLimit', 'plugin::email.rateLimit'];

interface Registry {
  get(name: string): unknown;
  set(name: string, factory: () => Middleware): void;
}

/**
 * Puts a limit in place of each of Strapi's. Call it before Strapi mounts its routes. Checked with Strapi 5.54.0.
 * @throws StartError when Strapi has one of them under another name.
 */
export function replaceRateLimits(strapi: { get(name: 'middlewares'): unknown }, limit: Middleware): void {
  const middlewares = strapi.get('middlewares') as Registry;
  for (const name of NAMES) {
    assertStrapiHas(typeof middlewares.get(name) === 'function', `middleware ${name}`);
    middlewares.set(name, () => limit);
  }
}
