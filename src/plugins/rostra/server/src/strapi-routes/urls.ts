import type { Context, Middleware } from 'koa';
import { errors } from '../errors/errors';
import { faultIn, isStorable } from '../http/well-formed';
import { refuseRequest } from './errors';

/** Maximum length of a path with its query, in characters. */
const MAX_LENGTH = 16_384;

/** Refuses a URL that is too long, on any path. Errors: URI_TOO_LONG. */
export function checkUrlLength(ctx: Context): void {
  if (ctx.url.length > MAX_LENGTH) throw errors.uriTooLong();
}

/**
 * Answers 400 to URLs that Strapi's routes cannot handle: percent-encoding that is not UTF-8, NUL, very deep nesting in the query.
 * Place it after `strapi::query`, which parses the query.
 */
export const checkUrls: Middleware = async (ctx, next) => {
  const path = decode(ctx.path);
  if (path === undefined || !isStorable(path)) refuseRequest(ctx, 400, 'the path is not valid UTF-8');
  if (ctx.querystring) {
    if (decode(ctx.querystring) === undefined) refuseRequest(ctx, 400, 'the query is not valid UTF-8');
    const fault = faultIn(ctx.query);
    if (fault) refuseRequest(ctx, 400, `the query: ${fault.path} ${fault.message}`);
  }
  await next();
};

/** Decodes percent-encoding; undefined if it is malformed. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
