import type { Context } from 'koa';
import type { Page, Route } from './routes';

/** Paths of ours that no operation has. */
const UNKNOWN = 'unknown';

/** The name of the paths that tell how the process is. */
export const PROBES = 'probes';

/** What is not ours, by its first part: a few names, whatever is asked for. */
const DOORS: [RegExp, string][] = [
  [/^\/(livez|readyz|_health)$/, PROBES],
  [/^\/metrics$/, 'metrics'],
  [/^\/sso(\/|$)/, 'sso'],
  [/^\/api(\/|$)/i, 'strapi:api'],
  [/^\/content-manager\//i, 'strapi:content-manager'],
  [/^\/uploads\//, 'strapi:uploads'],
  [/^\/(admin|upload|users-permissions|i18n|email|content-type-builder|newsroom)(\/|$)/i, 'strapi:admin'],
];
const OTHER = 'strapi:other';

/** Notes that a path is one of ours, which operation it may be of comes later. */
export function noteOurs(ctx: Context): void {
  ctx.state.matched = UNKNOWN;
}

/** Notes the operation that a request means. */
export function noteOperation(ctx: Context, operation: Route | Page): void {
  ctx.state.matched = operation;
}

/** The name of what was asked for, one of a bounded number: `api::bill.bill.find`, `/docs`, `unknown`, `strapi:admin`. */
export function operationOf(ctx: Context): string {
  const matched = ctx.state.matched as Route | Page | typeof UNKNOWN | undefined;
  if (matched === undefined) return DOORS.find(([pattern]) => pattern.test(ctx.path))?.[1] ?? OTHER;
  if (matched === UNKNOWN) return UNKNOWN;
  return 'action' in matched ? matched.action : matched.path;
}

/** The path that was asked for with names in place of what it holds: `/console/lab/rs_bills/:id`. */
export function templateOf(ctx: Context): string {
  const { matched } = ctx.state as { matched?: Route | Page | typeof UNKNOWN };
  if (matched !== undefined && matched !== UNKNOWN) return matched.path;
  const ofStrapi = (ctx as { _matchedRoute?: unknown })._matchedRoute;
  return typeof ofStrapi === 'string' ? ofStrapi : operationOf(ctx);
}
