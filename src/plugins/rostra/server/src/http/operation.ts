import type { Context } from 'koa';
import type { Endpoint } from '../resource/endpoint';
import type { PageRoute, Route } from './routes';

/** The name of our paths without an operation. */
const UNKNOWN = 'unknown';

/** The name of the health probes. */
export const PROBES = 'probes';

/** Names for all other paths by prefix: a few, so that the number of metrics stays bounded. */
const OTHER_PATHS: [RegExp, string][] = [
  [/^\/(livez|readyz|_health)$/, PROBES],
  [/^\/metrics$/, 'metrics'],
  [/^\/sso(\/|$)/, 'sso'],
  [/^\/api(\/|$)/i, 'strapi:api'],
  [/^\/content-manager\//i, 'strapi:content-manager'],
  [/^\/uploads\//, 'strapi:uploads'],
  [/^\/(admin|upload|users-permissions|i18n|email|content-type-builder|newsroom)(\/|$)/i, 'strapi:admin'],
];
const STRAPI_OTHER = 'strapi:other';

/** Marks a request as one for our paths, before its operation is known. */
export function markOwnPath(ctx: Context): void {
  ctx.state.matched = UNKNOWN;
}

/** Stores the operation that a request calls. */
export function setOperation(ctx: Context, operation: Route | PageRoute): void {
  ctx.state.matched = operation;
}

/** The declared endpoint that a request calls; undefined for everything else. */
export function endpointOf(ctx: Context): Endpoint | undefined {
  const { matched } = ctx.state as { matched?: Route | PageRoute | typeof UNKNOWN };
  const isRoute = typeof matched === 'object' && 'target' in matched;
  return isRoute && 'endpoint' in matched.target ? matched.target.endpoint : undefined;
}

/** The name of the operation, one of a bounded number: `api::bill.bill.find`, `/docs`, `unknown`, `strapi:admin`. */
export function operationOf(ctx: Context): string {
  const matched = ctx.state.matched as Route | PageRoute | typeof UNKNOWN | undefined;
  if (matched === undefined) return OTHER_PATHS.find(([pattern]) => pattern.test(ctx.path))?.[1] ?? STRAPI_OTHER;
  if (matched === UNKNOWN) return UNKNOWN;
  return 'action' in matched ? matched.action : matched.path;
}

/** The template of the requested path: `/console/lab/rs_bills/:id`. */
export function templateOf(ctx: Context): string {
  const { matched } = ctx.state as { matched?: Route | PageRoute | typeof UNKNOWN };
  if (matched !== undefined && matched !== UNKNOWN) return matched.path;
  const strapiPath = (ctx as { _matchedRoute?: unknown })._matchedRoute;
  return typeof strapiPath === 'string' ? strapiPath : operationOf(ctx);
}
