import { Readable } from 'node:stream';
import type { Context, Middleware } from 'koa';
import { credentialOf, mayEverybody, principalOf } from '../access/credentials';
import type { Principal } from '../access/principal';
import { countSender, type RateLimits } from '../access/request-limit';
import { ensureShort } from '../doors/addresses';
import { errors } from '../errors/errors';
import { encodedTag, namesTag } from '../operations/etag';
import type { Query } from '../operations/query';
import type { Answer } from '../resource/endpoint';
import { currentVersions } from '../store/readers';
import type { Versions } from '../store/versions/look-up';
import { readBody } from './body';
import { formFor, inForm } from './encoding';
import { allowOrigin, SECURITY_HEADERS } from './headers';
import { type Matcher, matcher, numberIn } from './match';
import { noteOperation, noteOurs } from './operation';
import { renderError } from './render-error';
import type { Action, Page, Route } from './routes';

/** What the pipeline is told by the settings. */
export interface PipelineOptions {
  corsOrigins: string[] | '*';
  bodyLimit: string;
  pageSize: number;
  rateLimits: RateLimits;
}

/** The first parts of the paths that are ours (decisions, 1.1); after more than one slash there is nothing, and we say so. */
const OURS = /^\/+((console|comp|citizen|c0ngress|docs)(\/|$)|openapi\.json$)/;
/** Strapi mounts our routes below `/api` too, for its roles page; there they are not served. */
const MIRRORED = /^\/+api\/+(console|comp|citizen|c0ngress)(\/|$)/i;

/** How long the reader of a long answer may take nothing, in milliseconds. */
const STALLED_MS = 300_000;

let match: Matcher | undefined;

/** Compiles the table of operations; called once, when every route is known. */
export function compilePipeline(routes: (Route | Page)[]): void {
  match = matcher(routes);
}

/**
 * Serves the specification's paths ahead of Strapi's own middlewares, and leaves everything else to them: CORS, match,
 * credential, permission, body, operation, answer, and errors of one shape.
 */
export const pipeline =
  (options: PipelineOptions): Middleware =>
  async (ctx, next) => {
    if (!OURS.test(ctx.path) && !MIRRORED.test(ctx.path)) return next();
    noteOurs(ctx);
    ctx.set(SECURITY_HEADERS);
    try {
      ensureShort(ctx);
      if (allowOrigin(ctx, options.corsOrigins)) ctx.status = 204;
      else await serve(ctx, options);
    } catch (error) {
      await send(ctx, renderError(error, ctx));
    }
  };

/** The handler that Strapi's router, its roles page and its token page see; the pipeline has done the rest. */
export const actionOf =
  (route: Route): Action =>
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
        number: numberIn(parameters.id),
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

async function serve(ctx: Context, options: PipelineOptions): Promise<void> {
  if (!match) throw errors.unavailable();
  if (MIRRORED.test(ctx.path)) throw errors.notFound();
  const { route, parameters } = match(ctx.method, ctx.path);
  noteOperation(ctx, route);
  if (!('action' in route)) return await send(ctx, await route.answer(readerOf(ctx)));
  const credential = countSender(ctx, options.rateLimits, () => credentialOf(ctx.get('authorization')));
  const versions = await currentVersions();
  const principal = await principalOf(credential, versions);
  if (principal.mustChangePassword) throw errors.passwordChangeRequired();
  if (!principal.may(route.action) && !(await mayEverybody(route.action, versions)))
    throw principal.kind === 'public' ? errors.unauthenticated() : errors.forbidden();
  ctx.state.rostra = { options, parameters, principal, versions };
  await actionOf(route)(ctx);
}

const readerOf = (ctx: Context): Parameters<Page['answer']>[0] => ({
  language: (languages) => languages.find((each) => each === ctx.acceptsLanguages([...languages])) ?? languages[0],
});

/** Sends an answer: nothing to who has it already, and compressed to who asks for that. */
async function send(ctx: Context, answer: Answer): Promise<void> {
  const { status, body, type, headers } = answer;
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  const { etag } = headers;
  ctx.set(headers);
  ctx.status = status;
  if (body === undefined) return;
  const form = formFor(ctx, answer);
  if (form && etag) ctx.set('etag', encodedTag(etag, form));
  if (isRead && status === 200 && etag && namesTag(ctx.get('if-none-match'), etag)) {
    ctx.status = 304;
    ctx.body = null;
    return drop(body);
  }
  ctx.type = type ?? 'application/json; charset=utf-8';
  if (form) ctx.set('content-encoding', form);
  if (ctx.method === 'HEAD' && isStream(body)) return drop(body);
  ctx.body = form ? await inForm(answer, body, form) : body;
  if (!isStream(ctx.body)) return;
  // What has begun cannot become an error: the reader must see that it is cut short.
  ctx.body.on('error', () => ctx.res.destroy());
  // Who takes nothing at all any more is let go.
  ctx.res.setTimeout(STALLED_MS);
}

const isStream = (body: unknown): body is Readable => body instanceof Readable;

const drop = (body: Answer['body']): void => {
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
