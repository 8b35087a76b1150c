import type { Context, Middleware } from 'koa';
import { type Layer, strapiRouter } from '../../../../../strapi/router';
import { strapiBody } from '../errors/body';
import { AnsweredError, errors } from '../errors/errors';
import { allowOrigin } from '../http/headers';
import { answerError } from '../http/render-error';
import { ensureShort } from './addresses';

/** The doors of Strapi that programs and pages of other origins come to: its API and the files. */
const OPEN = /^\/(api|uploads)(\/|$)/i;
/** What Strapi's users-permissions plugin is asked with, too. */
const METHODS = 'GET, POST, PUT, PATCH, DELETE';
/** Routes that take any path: they say nothing about whether there is something. */
const TAKES_ALL = /^\/\(\(\?!uploads|^\/uploads\/\(/;

/** What Strapi answers where there is nothing: not found, hidden, of another method, of a method that nothing has. */
const NONE = new Set([403, 404, 405, 501]);
/** The panel's pages, which answer to any path below. */
const PANEL_PAGES = /^\/admin\/:path\*$/;

/**
 * What all answers of Strapi's doors have in common. CORS, for the API and files only and never with credentials: the panel
 * and whatever works by cookies take no part. Unknown paths and methods in the shape of all errors (decisions, 4.3), but
 * for the panel, which reads Strapi's shape.
 */
export const answerDoors =
  (origins: string[] | '*'): Middleware =>
  async (ctx, next) => {
    try {
      ensureShort(ctx);
      if (OPEN.test(ctx.path) && allowOrigin(ctx, origins, METHODS)) {
        ctx.status = 204;
        return;
      }
      await next();
      // Strapi allows everybody who says no origin.
      if (!ctx.get('origin')) ctx.remove('access-control-allow-origin');
      if (ctx.status >= 400) tellUnknown(ctx);
    } catch (error) {
      if (!(error instanceof AnsweredError)) throw error;
      answerError(ctx, error);
    }
  };

function tellUnknown(ctx: Context): void {
  const router = strapiRouter();
  const routes = router.match(ctx.path, ctx.method).path.filter(isReal);
  const isOfPanel = panelParts(router).has(firstPart(ctx.path));
  if (routes.length === 0) {
    if (isOfPanel) return;
    if (ctx.status === 400) answerError(ctx, errors.malformedBody(messageOf(ctx)));
    else if (NONE.has(ctx.status)) answerError(ctx, errors.notFound());
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
  ctx.body = strapiBody(405, 'MethodNotAllowedError', 'Method Not Allowed');
}

const messageOf = (ctx: Context): string =>
  (ctx.body as { error?: { message?: string } } | undefined)?.error?.message ?? 'the request is malformed';

const isReal = ({ path, methods }: Layer): boolean => methods.length > 0 && !TAKES_ALL.test(path);

let parts: Set<string> | undefined;

/** The first parts of the paths of the panel's own API (`admin`, `content-manager`, …). */
const panelParts = ({ stack }: ReturnType<typeof strapiRouter>): Set<string> =>
  (parts ??= new Set(
    stack
      .filter(isReal)
      .map(({ path }) => firstPart(path))
      .filter((part) => /^[\w-]+$/.test(part) && part !== 'api'),
  ));

const firstPart = (path: string): string => path.split('/')[1]?.toLowerCase() ?? '';
