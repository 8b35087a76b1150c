import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import { sha256 } from '../../../../../common/digest';
import { errors } from '../errors/errors';
import '../metrics/answers';
import '../metrics/imports';
import '../metrics/pools';
import { registry } from '../metrics/registry';
import { SECURITY_HEADERS } from './headers';
import { answerError } from './render-error';

const PATH = '/metrics';

/** Who may read the metrics. */
export interface MetricsReaders {
  /** What a scraper of another machine sends. */
  metricsToken?: string;
  /** Whether a proxy stands before the service: then what comes from this machine may be anybody's. */
  isProxied: boolean;
}

/** Serves the metrics to this machine, unless there is a proxy on it, and to scrapers with the token. */
export const metricsPage =
  (readers: MetricsReaders): Middleware =>
  (ctx, next) =>
    ctx.path === PATH ? answer(ctx, readers) : next();

async function answer(ctx: Context, { metricsToken, isProxied }: MetricsReaders): Promise<void> {
  ctx.set(SECURITY_HEADERS);
  try {
    if (isProxied || !isOfThisMachine(ctx.req)) ensureToken(ctx.get('authorization'), metricsToken);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw errors.methodNotAllowed(['GET', 'HEAD']);
    ctx.body = await registry.metrics();
    ctx.type = registry.contentType;
  } catch (error) {
    answerError(ctx, error);
  }
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** Of these a proxy sends at least one: what comes by way of it is not of this machine. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

const isOfThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') && !FORWARDED.some((name) => name in headers);

/** Without a token there is nothing to be seen here. Errors: NOT_FOUND, UNAUTHENTICATED. */
function ensureToken(header: string, token: string | undefined): void {
  if (token === undefined) throw errors.notFound();
  const [, given = ''] = /^Bearer\s+(.+)$/i.exec(header.trim()) ?? [];
  // The hashes are of one length, so that how long it takes tells nothing.
  if (!timingSafeEqual(sha256(given), sha256(token))) throw errors.unauthenticated();
}
