import { Readable } from 'node:stream';
import type { Context, Middleware } from 'koa';
import { credentialOf, isPublic, principalOf } from '../access/credentials';
import type { Principal } from '../access/principal';
import { enforceRateLimit, type RateLimits } from '../access/rate-limit';
import { errors } from '../errors/errors';
import { isDryRun } from '../operations/dry-run';
import { encodedTag, namesTag } from '../operations/etag';
import type { Query } from '../operations/query';
import type { Answer } from '../resource/endpoint';
import { currentVersions } from '../store/readers';
import type { Versions } from '../store/versions/look-up';
import { checkUrlLength } from '../strapi-routes/urls';
import { readBody } from './body';
import { encode, encodingFor } from './encoding';
import { allowOrigin, SECURITY_HEADERS } from './headers';
import { type Matcher, matcher, publicIdIn } from './match';
import { endpointOf, markOwnPath, setOperation } from './operation';
import { renderError } from './render-error';
import type { PageRoute, Route, RouteHandler } from './routes';

/** Settings of the pipeline. */
export interface PipelineOptions {
  corsOrigins: string[] | '*';
  bodyLimit: string;
  pageSize: number;
  rateLimits: RateLimits;
}

/** The prefixes of our paths (conventions 1.1). Those with several leading slashes match too, and answer 404. */
const OWN_PATHS = /^\/+((console|comp|citizen|c0ngress|docs)(\/|$)|openapi\.json$)/;
/** Strapi also mounts our routes below `/api`, for its roles page; they are not served there. */
const MIRRORED_PATHS = /^\/+api\/+(console|comp|citizen|c0ngress)(\/|$)/i;

/** How long the client of a streamed answer may stop reading, in milliseconds. */
const STALL_TIMEOUT_MS = 300_000;

let match: Matcher | undefined;

/** Compiles the table of operations. Call it once, when all routes are known. */
export function compilePipeline(routes: (Route | PageRoute)[]): void {
  match = matcher(routes);
}

/**
 * Serves the specification's paths ahead of Strapi's own middlewares and passes all other requests on. The steps: CORS, match,
 * credential, permission, body, operation, answer; errors have one shape.
 */
export const pipeline =
  (options: PipelineOptions): Middleware =>
  async (ctx, next) => {
    if (!OWN_PATHS.test(ctx.path) && !MIRRORED_PATHS.test(ctx.path)) return next();
    markOwnPath(ctx);
    ctx.set(SECURITY_HEADERS);
    try {
      checkUrlLength(ctx);
      if (allowOrigin(ctx, options.corsOrigins)) ctx.status = 204;
      else await serve(ctx, options);
    } catch (error) {
      await send(ctx, renderError(error, ctx, triesOnly(ctx) ? { dry_run: true } : {}));
    }
  };

/** The handler of a route as Strapi's router sees it. The pipeline calls it after all checks. */
export const actionFor =
  (route: Route): RouteHandler =>
  async (ctx) => {
    const { options, parameters, principal, versions } = ctx.state.rostra as {
      options: PipelineOptions;
      parameters: Record<string, string>;
      principal: Principal;
      versions: Versions;
    };
    const ifMatch = ctx.get('if-match');
    const body = ctx.method === 'GET' || ctx.method === 'HEAD' ? undefined : await readBody(ctx, options.bodyLimit);
    await send(
      ctx,
      await route.answer({
        principal,
        publicId: publicIdIn(parameters.id),
        path: parameters,
        query: queryOf(ctx),
        body,
        prefersPage: () => ctx.accepts('json', 'html') === 'html',
        ifMatch: ifMatch === '' ? undefined : ifMatch,
        ifNoneMatch: ctx.get('if-none-match'),
        versions,
        pageSize: options.pageSize,
      }),
    );
  };

/** Whether a request only tries what it asks for. */
function triesOnly(ctx: Context): boolean {
  const endpoint = endpointOf(ctx);
  return endpoint !== undefined && isDryRun(endpoint, queryOf(ctx));
}

async function serve(ctx: Context, options: PipelineOptions): Promise<void> {
  if (!match) throw errors.unavailable();
  if (MIRRORED_PATHS.test(ctx.path)) throw errors.notFound();
  const { route, parameters } = match(ctx.method, ctx.path);
  setOperation(ctx, route);
  if (!('action' in route)) return await send(ctx, await route.answer(readerOf(ctx)));
  const credential = enforceRateLimit(ctx, options.rateLimits, () => credentialOf(ctx.get('authorization')));
  const versions = await currentVersions();
  const principal = await principalOf(credential, versions);
  if (principal.mustChangePassword) throw errors.passwordChangeRequired();
  if (!principal.may(route.action) && !(await isPublic(route.action, versions)))
    throw principal.kind === 'public' ? errors.unauthenticated() : errors.forbidden();
  ctx.state.rostra = { options, parameters, principal, versions };
  await actionFor(route)(ctx);
}

const readerOf = (ctx: Context): Parameters<PageRoute['answer']>[0] => ({
  language: (languages) => languages.find((each) => each === ctx.acceptsLanguages([...languages])) ?? languages[0],
});

/** Sends an answer, compressed where the client accepts it; 304 if the client has this version already. */
async function send(ctx: Context, answer: Answer): Promise<void> {
  const { status, body, type, headers } = answer;
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  const { etag } = headers;
  ctx.set(headers);
  ctx.status = status;
  if (body === undefined) return;
  const encoding = encodingFor(ctx, answer);
  if (encoding && etag) ctx.set('etag', encodedTag(etag, encoding));
  if (isRead && status === 200 && etag && namesTag(ctx.get('if-none-match'), etag)) {
    ctx.status = 304;
    ctx.body = null;
    return discard(body);
  }
  ctx.type = type ?? 'application/json; charset=utf-8';
  if (encoding) ctx.set('content-encoding', encoding);
  if (ctx.method === 'HEAD' && isStream(body)) return discard(body);
  ctx.body = encoding ? await encode(answer, body, encoding) : body;
  if (!isStream(ctx.body)) return;
  // The answer has begun, so it cannot become an error: the client must see that it is truncated.
  ctx.body.on('error', () => ctx.res.destroy());
  // Drops slow clients, which have stopped reading.
  ctx.res.setTimeout(STALL_TIMEOUT_MS);
}

const isStream = (body: unknown): body is Readable => body instanceof Readable;

const discard = (body: Answer['body']): void => {
  if (isStream(body)) body.destroy();
};

function queryOf(ctx: Context): Query {
  const query: Query = new Map();
  for (const [name, value] of new URLSearchParams(ctx.querystring)) {
    const values = query.get(name);
    if (values) values.push(value);
    else query.set(name, [value]);
  }
  return query;
}
