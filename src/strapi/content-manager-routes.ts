import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { assertStrapiHas } from './assert-strapi-has';

type Middleware = (ctx: Context & { params?: Record<string, string> }, next: Next) => Promise<void>;

interface Route {
  path: string;
  config?: { middlewares?: unknown[] };
}

/**
 * Adds a middleware to every route of the content manager that names a content type, in the parameter `model`. Call it while
 * Strapi registers, before it mounts routes. Checked with Strapi 5.54.0.
 * @throws StartError when there are no such routes.
 */
export function addContentManagerMiddleware(strapi: Pick<Core.Strapi, 'plugin'>, middleware: Middleware): void {
  const { admin } = (strapi.plugin('content-manager')?.routes ?? {}) as { admin?: { routes?: Route[] } };
  const routes = (admin?.routes ?? []).filter(({ path }) => path.includes('/:model'));
  for (const place of ['/collection-types/', '/relations/'])
    assertStrapiHas(
      routes.some(({ path }) => path.startsWith(place)),
      `routes of the content manager below ${place}:model`,
    );
  for (const route of routes)
    route.config = { ...route.config, middlewares: [...(route.config?.middlewares ?? []), middleware] };
}
