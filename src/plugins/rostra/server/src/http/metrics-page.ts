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
export interface MetricsAccess {
  /** The token that scrapers on other machines send. */
  metricsToken?: string;
  /** Whether a proxy forwards requests: then a local connection may carry anybody's. */
  isProxied: boolean;
}

/** Serves the metrics to clients with the token and, without a proxy, to clients on this machine that send none. */
export const metricsPage =
  (access: MetricsAccess): Middleware =>
  (ctx, next) =>
    ctx.path === PATH ? answer(ctx, access) : next();

async function answer(ctx: Context, { metricsToken, isProxied }: MetricsAccess): Promise<void> {
  ctx.set(SECURITY_HEADERS);
  try {
    const header = ctx.get('authorization');
    const isChecked = header !== '' && metricsToken !== undefined;
    if (isChecked || isProxied || !isLocal(ctx.req)) checkToken(header, metricsToken);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw errors.methodNotAllowed(['GET', 'HEAD']);
    ctx.body = await registry.metrics();
    ctx.type = registry.contentType;
  } catch (error) {
    answerError(ctx, error);
  }
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** A proxy sends at least one of these: such a request is not local. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

const isLocal = ({ socket, headers }: IncomingMessage): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') && !PROXY_HEADERS.some((name) => name in headers);

/** Errors: NOT_FOUND where no token is set, UNAUTHENTICATED for a wrong one. */
function checkToken(header: string, token: string | undefined): void {
  if (token === undefined) throw errors.notFound();
  const [, credential = ''] = /^Bearer\s+(.+)$/i.exec(header.trim()) ?? [];
  // Hashes of equal length: the time of the comparison reveals nothing.
  if (!timingSafeEqual(sha256(credential), sha256(token))) throw errors.unauthenticated();
}
