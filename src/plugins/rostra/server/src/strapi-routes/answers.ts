import type { Context, Middleware } from 'koa';
import { type Layer, strapiRouter } from '../../../../../strapi/router';
import { ApiError, errors, strapiErrorBody } from '../errors/errors';
import { allowOrigin } from '../http/headers';
import { answerError } from '../http/render-error';
import { checkUrlLength } from './urls';

/** Strapi's paths for other origins: its API and the files. */
const CORS_PATHS = /^\/(api|uploads)(\/|$)/i;
/** The users-permissions plugin also serves PUT. */
const METHODS = 'GET, POST, PUT, PATCH, DELETE';
/** Catch-all routes: a match with one does not mean that the path exists. */
const CATCH_ALL = /^\/\(\(\?!uploads|^\/uploads\/\(/;

/** Statuses that Strapi answers for unknown paths and methods. */
const NOT_FOUND_STATUSES = new Set([403, 404, 405, 501]);
/** The route of the panel's pages, which matches any path below. */
const PANEL_PAGES = /^\/admin\/:path\*$/;

/**
 * Adjusts the answers of Strapi's own routes. Sets CORS headers, for the API and files only and never with credentials, so that the
 * panel and its cookies stay out of it. Answers unknown paths and methods in the shape of all errors (conventions 4.3); the
 * panel's keep Strapi's shape.
 */
export const strapiAnswers =
  (origins: string[] | '*'): Middleware =>
  async (ctx, next) => {
    try {
      checkUrlLength(ctx);
      if (CORS_PATHS.test(ctx.path) && allowOrigin(ctx, origins, METHODS)) {
        ctx.status = 204;
        return;
      }
      await next();
      // Strapi sets it for requests without an origin.
      if (!ctx.get('origin')) ctx.remove('access-control-allow-origin');
      if (ctx.status >= 400) answerUnknown(ctx);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      answerError(ctx, error);
    }
  };

function answerUnknown(ctx: Context): void {
  const router = strapiRouter();
  const routes = router.match(ctx.path, ctx.method).path.filter(isSpecific);
  const isOfPanel = panelPrefixes(router).has(firstPart(ctx.path));
  if (routes.length === 0) {
    if (isOfPanel) return;
    if (ctx.status === 400) answerError(ctx, errors.malformedBody(messageOf(ctx)));
    else if (NOT_FOUND_STATUSES.has(ctx.status)) answerError(ctx, errors.notFound());
    return;
  }
  const methods = [
    ...new Set(routes.filter(({ path }) => !PANEL_PAGES.test(path)).flatMap((route) => route.methods)),
  ].sort();
  if (methods.includes(ctx.method)) return;
  if (!isOfPanel) {
    answerError(ctx, errors.methodNotAllowed(methods));
    return;
  }
  ctx.status = 405;
  ctx.set('allow', methods.join(', '));
  ctx.body = strapiErrorBody(405, 'MethodNotAllowedError', 'Method Not Allowed');
}

const messageOf = (ctx: Context): string =>
  (ctx.body as { error?: { message?: string } } | undefined)?.error?.message ?? 'the request is malformed';

const isSpecific = ({ path, methods }: Layer): boolean => methods.length > 0 && !CATCH_ALL.test(path);

let prefixes: Set<string> | undefined;

/** The prefixes of the panel's own API (`admin`, `content-manager`, …). */
const panelPrefixes = ({ stack }: ReturnType<typeof strapiRouter>): Set<string> =>
  (prefixes ??= new Set(
    stack
      .filter(isSpecific)
      .map(({ path }) => firstPart(path))
      .filter((prefix) => /^[\w-]+$/.test(prefix) && prefix !== 'api'),
  ));

const firstPart = (path: string): string => path.split('/')[1]?.toLowerCase() ?? '';
