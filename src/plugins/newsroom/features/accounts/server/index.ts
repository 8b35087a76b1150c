import type { Core, UID } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import type { Feature } from '../../../server/feature';
import { abilityOf, must } from '../../../server/permissions';
import { ACCOUNT } from '../../roles/server/roles';
import { type Attributes, leadsTo } from './leads';

interface Route {
  path: string;
  config?: { middlewares?: unknown[] };
}

/** Refuses those who ask about accounts by way of what relates to them, and may not read accounts. */
function keepAccounts(ctx: Context & { params?: Record<string, string> }, next: Next): Promise<void> {
  const { model = '', targetField = '' } = ctx.params ?? {};
  const target = attributesOf(model)[targetField]?.target;
  const isAsked = [model, target ?? model].some((uid) => leadsTo(ACCOUNT, ctx.query, uid, attributesOf));
  if (model !== ACCOUNT && (target === ACCOUNT || isAsked)) must(abilityOf(ctx), 'read', ACCOUNT);
  return next();
}

const attributesOf = (uid: string): Attributes =>
  (strapi.contentTypes[uid as UID.ContentType] ?? strapi.components[uid as UID.Component])?.attributes ?? {};

/**
 * Strapi checks the first relation of a filter only: whoever may read a topic's timeline could ask which of them has an
 * editor whose e-mail address begins with a letter.
 */
export const accounts: Feature = {
  register(strapi: Core.Strapi) {
    const { routes } = (strapi.plugin('content-manager').routes as unknown as Record<'admin', { routes: Route[] }>)
      .admin;
    for (const route of routes.filter(({ path }) => path.includes('/:model')))
      route.config = { ...route.config, middlewares: [...(route.config?.middlewares ?? []), keepAccounts] };
  },
};
