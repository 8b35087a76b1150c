import { errors as strapiErrors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { AnsweredError } from '../errors/errors';
import { count, type Limit } from '../store/rate-limit';
import { app } from '../store/strapi';
import { senderKey } from './sender';

/** Log-ins and password resets from one network address (decisions, 5.3). */
const LIMIT: Limit = { name: 'log-in', times: 10, seconds: 60 };

/**
 * Puts a limit that holds for all processes in place of the users-permissions plugin's own, which counts for each.
 * Called before Strapi mounts that plugin's routes.
 */
export function limitLogIns({ registrationsPerMinute }: { registrationsPerMinute: number }): void {
  const registrations: Limit = { name: 'registration', times: registrationsPerMinute, seconds: 60 };
  const limited = async (ctx: Context, next: Next): Promise<void> => {
    try {
      await count(REGISTRATION.test(pathOf(ctx)) ? registrations : LIMIT, keyOf(ctx));
    } catch (error) {
      if (!(error instanceof AnsweredError)) throw error;
      ctx.set(error.headers);
      throw new strapiErrors.RateLimitError();
    }
    await next();
  };
  (app().get('middlewares') as { set(name: string, factory: unknown): void }).set(
    'plugin::users-permissions.rateLimit',
    () => limited,
  );
}

/** Operations of which the body names no account, or by something else than `email`: there it must not divide the count. */
const WITHOUT_EMAIL = /\/auth\/(local|local\/register|reset-password|change-password)$/;
const REGISTRATION = /\/auth\/local\/register$/;

const pathOf = (ctx: Context): string => ctx.path.toLowerCase().replace(/\/+$/, '');

/** What is counted together: attempts from one network, and where an e-mail is named, for that. */
function keyOf(ctx: Context): string {
  const path = pathOf(ctx);
  const { email } = (ctx.request as { body?: { email?: unknown } }).body ?? {};
  const named = WITHOUT_EMAIL.test(path) || typeof email !== 'string' ? '' : email.toLowerCase();
  return senderKey(ctx, path, named);
}
