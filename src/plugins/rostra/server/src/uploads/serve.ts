import { extname, posix } from 'node:path';
import type { Context, Middleware } from 'koa';
import { decode } from '../strapi-routes/urls';
import { kindOfExtension } from './kinds';

/** The path below which Strapi serves uploaded files. */
const UPLOADS = '/uploads/';

/** For drawings uploaded before the service refused them: in an `<img>`, an SVG runs no script. */
const SVG = { type: 'image/svg+xml', isShown: false };
/** For any other old file: a type that browsers neither run nor show. */
const UNKNOWN = { type: 'application/octet-stream', isShown: false };

/**
 * Makes uploaded files harmless on the panel's origin, old ones included: sandboxed, not sniffed, and downloaded unless they are
 * images or PDF. Each file has one address; other spellings answer 404.
 */
export const serveUploads: Middleware = async (ctx, next) => {
  const path = posix.normalize(decode(ctx.path) ?? '');
  if (!path.toLowerCase().startsWith(UPLOADS)) return next();
  if (!ctx.path.startsWith(UPLOADS)) {
    ctx.status = 404;
    return;
  }
  await next();
  if (ctx.status === 206) correctRange(ctx);
  if (ctx.status >= 400) return;
  const { type, isShown } = dispositionOf(extname(path).toLowerCase());
  ctx.type = type;
  ctx.set({
    'content-disposition': isShown ? 'inline' : 'attachment',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
};

const dispositionOf = (extension: string): { type: string; isShown?: boolean } =>
  extension === '.svg' ? SVG : (kindOfExtension(extension) ?? UNKNOWN);

/** Limits a range to the size of the file: Strapi announces the requested length, and the client would wait for the rest. */
function correctRange(ctx: Context): void {
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
