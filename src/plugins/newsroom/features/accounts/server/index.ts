import type { Core, UID } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import type { Feature } from '../../../server/feature';
import { abilityOf, must } from '../../../server/permissions';
import { ACCOUNT } from '../../roles/server/roles';
import { type Attributes, queryReaches } from './query-reaches';

interface Route {
  path: string;
  config?: { middlewares?: unknown[] };
}

/** Middleware: refuses queries that reach accounts through relations, unless the person may read accounts. */
function protectAccounts(ctx: Context & { params?: Record<string, string> }, next: Next): Promise<void> {
  const { model = '', targetField = '' } = ctx.params ?? {};
  const target = attributesOf(model)[targetField]?.target;
  const isReached = [model, target ?? model].some((uid) => queryReaches(ACCOUNT, ctx.query, uid, attributesOf));
  if (model !== ACCOUNT && (target === ACCOUNT || isReached)) must(abilityOf(ctx), 'read', ACCOUNT);
  return next();
}

const attributesOf = (uid: string): Attributes =>
  (strapi.contentTypes[uid as UID.ContentType] ?? strapi.components[uid as UID.Component])?.attributes ?? {};

/**
 * Protects accounts from indirect queries. Strapi checks only the first relation of a filter: who may read a topic's
 * timeline could otherwise filter by the first letter of its editor's e-mail address.
 */
export const accounts: Feature = {
  register(strapi: Core.Strapi) {
    const { routes } = (strapi.plugin('content-manager').routes as unknown as Record<'admin', { routes: Route[] }>)
      .admin;
    for (const route of routes.filter(({ path }) => path.includes('/:model')))
      route.config = { ...route.config, middlewares: [...(route.config?.middlewares ?? []), protectAccounts] };
  },
};
