import type { UID } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { addContentManagerMiddleware } from '../../../../../strapi/content-manager-routes';
import type { Feature } from '../../../server/feature';
import { abilityOf, must } from '../../../server/permissions';
import { ACCOUNT } from '../../roles/server/roles';
import { type Attributes, queryReaches } from './query-reaches';

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
  register(strapi) {
    addContentManagerMiddleware(strapi, protectAccounts);
  },
};
