import type { Context, Middleware } from 'koa';
import { errors } from '../errors/errors';
import { faultIn, isStorable } from '../http/well-formed';
import { refuse } from './errors';

/** The longest address, path and query together, in characters. */
const LONGEST = 16_384;

/** Refuses an address that is too long, for all doors. Errors: URI_TOO_LONG. */
export function ensureShort(ctx: Context): void {
  if (ctx.url.length > LONGEST) throw errors.uriTooLong();
}

/**
 * Refuses addresses that nothing at Strapi's doors can be found by: percent signs that stand for no text in UTF-8, NUL,
 * nesting without end. Answers 400. Stands after `strapi::query`.
 */
export const refuseAddresses: Middleware = async (ctx, next) => {
  const path = decoded(ctx.path);
  if (path === undefined || !isStorable(path)) refuse(ctx, 400, 'the path is no text in UTF-8');
  if (ctx.querystring) {
    if (decoded(ctx.querystring) === undefined) refuse(ctx, 400, 'the query is no text in UTF-8');
    const fault = faultIn(ctx.query);
    if (fault) refuse(ctx, 400, `the query: ${fault.path} ${fault.message}`);
  }
  await next();
};

/** The text that percent signs stand for; undefined when they stand for none. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
