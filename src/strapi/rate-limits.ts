import type { Middleware } from 'koa';
import { assertStrapiHas } from './assert-strapi-has';

/** Strapi's limits. They count in the memory of each process, by an e-mail from the body, of any length. */
const NAMES = ['plugin::users-permissions.rateLimit', 'admin::rateLimit', 'plugin::email.rateLimit'];

interface Registry {
  get(name: string): unknown;
  set(name: string, factory: () => Middleware): void;
}

/**
 * Replaces each of Strapi's rate limits. Call it before Strapi mounts its routes. Checked with Strapi 5.54.0.
 * @throws StartError when Strapi lacks one of them.
 */
export function replaceRateLimits(strapi: { get(name: 'middlewares'): unknown }, limit: Middleware): void {
  const middlewares = strapi.get('middlewares') as Registry;
  for (const name of NAMES) {
    assertStrapiHas(typeof middlewares.get(name) === 'function', `middleware ${name}`);
    middlewares.set(name, () => limit);
  }
}
