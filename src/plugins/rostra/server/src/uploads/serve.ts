import { extname, posix } from 'node:path';
import type { Context, Middleware } from 'koa';
import { decoded } from '../doors/addresses';
import { kindOfExtension } from './kinds';

/** Where Strapi keeps the files that were uploaded. */
const BELOW = '/uploads/';

/** Of a drawing that was uploaded before drawings were refused: shown as an image it runs nothing. */
const SVG = { type: 'image/svg+xml', isShown: false };
/** Of anything else from before: nothing that a browser would run or show. */
const UNKNOWN = { type: 'application/octet-stream', isShown: false };

/**
 * Serves what was uploaded so that nothing in it runs under the address of the panel, old files too: sandboxed, never guessed
 * at, and downloaded unless it is an image or PDF. There is one address for each file; other spellings answer 404.
 */
export const serveUploads: Middleware = async (ctx, next) => {
  const path = posix.normalize(decoded(ctx.path) ?? '');
  if (!path.toLowerCase().startsWith(BELOW)) return next();
  if (!ctx.path.startsWith(BELOW)) {
    ctx.status = 404;
    return;
  }
  await next();
  if (ctx.status === 206) endWithFile(ctx);
  if (ctx.status >= 400) return;
  const { type, isShown } = kindOfServed(extname(path).toLowerCase());
  ctx.type = type;
  ctx.set({
    'content-disposition': isShown ? 'inline' : 'attachment',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
};

const kindOfServed = (extension: string): { type: string; isShown?: boolean } =>
  extension === '.svg' ? SVG : (kindOfExtension(extension) ?? UNKNOWN);

/** Ends a part of a file with the file: Strapi would promise all that was asked for, and the reader wait for the rest. */
function endWithFile(ctx: Context): void {
  const [, start, end, size] = /^bytes (\d+)-(-?\d+)\/(\d+)$/.exec(String(ctx.response.get('content-range'))) ?? [];
  if (size === undefined || (Number(start) <= Number(end) && Number(end) < Number(size))) return;
  if (Number(start) >= Number(size) || Number(start) > Number(end)) {
    ctx.body = null;
    ctx.status = 416;
    ctx.set('content-range', `bytes */${size}`);
    return;
  }
  ctx.length = Number(size) - Number(start);
  ctx.set('content-range', `bytes ${start}-${Number(size) - 1}/${size}`);
}
