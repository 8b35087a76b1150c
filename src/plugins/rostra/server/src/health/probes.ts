import type { Context, Middleware } from 'koa';
import { errors } from '../errors/errors';
import { SECURITY_HEADERS } from '../http/headers';
import { answerError } from '../http/render-error';
import { app } from '../store/strapi';
import { type ReadinessCheck, readiness } from './checks';
import { currentStage } from './stage';

const PATHS = new Set(['/livez', '/readyz']);

/**
 * Answers the health probes: `/livez` whenever the process runs, `/readyz` with 200 or, if it cannot serve, 503 and the failed
 * checks. Needs no credentials and runs before everything else. Successful probes are not logged.
 */
export const probes: Middleware = (ctx, next) => (PATHS.has(ctx.path) ? answer(ctx) : next());

async function answer(ctx: Context): Promise<void> {
  ctx.set({ ...SECURITY_HEADERS, 'cache-control': 'no-store' });
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return answerError(ctx, errors.methodNotAllowed(['GET', 'HEAD']));
  if (ctx.path === '/livez') {
    ctx.body = { status: 'alive' };
    return;
  }
  const checks = await readiness();
  const isReady = checks.every(({ ok }) => ok);
  ctx.status = isReady ? 200 : 503;
  ctx.body = isReady ? { status: 'ready', checks } : { statusCode: 503, message: 'NOT_READY', checks };
  logChange(checks);
}

let logged = '';

/** Logs when the service stops being ready, and when it is ready again. */
function logChange(checks: ReadinessCheck[]): void {
  const failed = checks.filter(({ ok }) => !ok);
  const names = failed.map(({ name }) => name).join();
  if (names === logged || currentStage() === 'draining') return;
  logged = names;
  if (names === '') app().log.warn('ready again');
  else app().log.warn(`not ready: ${failed.map(({ reason }) => reason).join('; ')}`);
}
