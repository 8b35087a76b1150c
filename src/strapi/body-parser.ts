import type { Context, Middleware } from 'koa';
import { readBody } from '../plugins/rostra/server/src/http/body';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { refuseRequest } from '../plugins/rostra/server/src/strapi-routes/errors';
import { checkForm, filesOf, removeCopies, takesFiles } from '../plugins/rostra/server/src/strapi-routes/forms';
import { assertThere } from './assert-there';

const NAME = 'strapi::body';

/** A middleware of Strapi before it is given its part of the configuration. */
type Factory = (config: { jsonLimit: string }, given: { strapi: unknown }) => Middleware;

/**
 * Reads the bodies at Strapi's doors as strictly as our own: JSON in UTF-8 with texts that can be stored, forms likewise,
 * with files only where files are taken. Strapi's parser takes halves of surrogate pairs, mends what is no UTF-8 and keeps
 * temporary copies of files that nobody asked for. Forms are still read by it. Checked with Strapi 5.54.0.
 * @throws StartError when Strapi has no such parser any more.
 */
export function readBodiesStrictly(): void {
  const registry = app().get('middlewares') as {
    get(name: string): Factory | undefined;
    set(name: string, made: Factory): void;
  };
  const original = registry.get(NAME);
  assertThere(typeof original === 'function', `middleware "${NAME}"`);
  registry.set(NAME, (config, given) => {
    const forms = original(config, given);
    return (ctx, next) => read(ctx, next, config.jsonLimit, forms);
  });
}

async function read(ctx: Context, next: () => Promise<unknown>, limit: string, forms: Middleware): Promise<void> {
  const request = ctx.request as { body?: unknown };
  request.body = {};
  // Streams are read by whoever asked for them.
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
