import type { Context, Middleware } from 'koa';
import { countBeforeBody } from '../plugins/rostra/server/src/access/log-in-limit';
import { DOOR_LIMIT, readBody } from '../plugins/rostra/server/src/http/body';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { refuseRequest } from '../plugins/rostra/server/src/strapi-routes/errors';
import { checkForm, filesOf, removeCopies, takesFiles } from '../plugins/rostra/server/src/strapi-routes/forms';
import { assertStrapiHas } from './assert-strapi-has';

const NAME = 'strapi::body';

/** Routes that answer before a log-in. */
const DOORS =
  /^\/+(api\/auth|admin\/(login|logout|register|register-admin|(forgot|reset)-password|access-token))(\/|$)/i;

/** Creates a Strapi middleware from its configuration. */
type Factory = (config: { jsonLimit: string; formLimit: string }, context: { strapi: unknown }) => Middleware;

/**
 * Reads the bodies of Strapi's own routes as strictly as those of ours: JSON and forms in UTF-8 whose texts can be stored, files
 * only on routes that accept them. Strapi's parser accepts lone surrogates, repairs invalid UTF-8 and keeps temporary copies of
 * unexpected files. It still parses the forms. Checked with Strapi 5.54.0.
 * @throws StartError when Strapi has no such parser.
 */
export function readBodiesStrictly(): void {
  const registry = app().get('middlewares') as {
    get(name: string): Factory | undefined;
    set(name: string, factory: Factory): void;
  };
  const original = registry.get(NAME);
  assertStrapiHas(typeof original === 'function', `middleware "${NAME}"`);
  registry.set(NAME, (config, context) => {
    const parsers = {
      others: { limit: config.jsonLimit, forms: original(config, context) },
      doors: { limit: DOOR_LIMIT, forms: original({ ...config, formLimit: DOOR_LIMIT }, context) },
    };
    return async (ctx, next) => {
      await countBeforeBody(ctx);
      await read(ctx, next, DOORS.test(ctx.path) ? parsers.doors : parsers.others);
    };
  });
}

/** The largest body, and what parses forms. */
interface Parser {
  limit: string;
  forms: Middleware;
}

async function read(ctx: Context, next: () => Promise<unknown>, { limit, forms }: Parser): Promise<void> {
  const request = ctx.request as { body?: unknown };
  request.body = {};
  // Routes that accept streams read them themselves.
  if (!hasBody(ctx) || ctx.is('application/octet-stream')) return void (await next());
  if (!/^(identity)?$/i.test(ctx.get('content-encoding'))) refuseRequest(ctx, 415, 'the body must not be compressed');
  if (ctx.is('multipart/form-data') ? takesFiles(ctx) : ctx.is('application/x-www-form-urlencoded'))
    return readForm(ctx, next, forms);
  request.body = (await readBody(ctx, limit)) ?? {};
  if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body))
    refuseRequest(ctx, 400, 'the body must be a JSON object');
  await next();
}

async function readForm(ctx: Context, next: () => Promise<unknown>, forms: Middleware): Promise<void> {
  let files: ReturnType<typeof filesOf> = [];
  try {
    await forms(ctx, async () => {
      files = filesOf(ctx);
      checkForm(ctx);
      await next();
    });
  } finally {
    await removeCopies(files);
  }
}

const hasBody = (ctx: Context): boolean => {
  const length = ctx.get('content-length');
  return length ? length !== '0' : ctx.get('transfer-encoding') !== '';
};
