import { errors as strapiErrors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { sha256 } from '../../../../../common/digest';
import { replaceRateLimits } from '../../../../../strapi/rate-limits';
import { ApiError } from '../errors/errors';
import { type AttemptLimit, countAttempt } from '../store/attempt-limit';
import { app } from '../store/strapi';
import { senderKey } from './sender';

/** Limits from the settings: attempts per network and minute. */
export interface LogInLimits {
  registrationsPerMinute: number;
  panelLogInsPerMinute: number;
}

/** API log-ins and password changes per network (conventions 5.3). */
const LOG_INS: AttemptLimit = { name: 'log-in', times: 10, seconds: 60 };
/** API log-ins per account, from all networks. */
const ACCOUNT_LOG_INS: AttemptLimit = { name: 'log-in-account', times: 100, seconds: 3_600 };
/** Requests for mails per network, for any address. */
const MAILS: AttemptLimit = { name: 'mail', times: 30, seconds: 60 };
/** Password mails per address, from all networks. */
const MAILS_TO_ADDRESS: AttemptLimit = { name: 'mail-address', times: 10, seconds: 3_600 };

const REGISTRATION = /\/auth\/local\/register$/;
const MAIL_REQUEST = /\/(forgot-password|send-email-confirmation)$/;
const PANEL = /^\/admin\//;

/**
 * Replaces Strapi's limits on log-ins, for the API and the panel, by limits that all processes share. Counts by network first:
 * nothing in a body can split that count. Call it before Strapi mounts its routes.
 * @throws StartError if Strapi no longer has such limits.
 */
export function limitLogIns(settings: LogInLimits): void {
  replaceRateLimits(app(), async (ctx: Context, next: Next): Promise<void> => {
    try {
      for (const [limit, key] of limitsFor(ctx, settings)) await countAttempt(limit, key);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error;
      ctx.set(error.headers);
      throw new strapiErrors.RateLimitError();
    }
    await next();
  });
}

/** The limits on an attempt, each with its key, in the order of counting. */
function limitsFor(
  ctx: Context,
  { registrationsPerMinute, panelLogInsPerMinute }: LogInLimits,
): [AttemptLimit, string][] {
  const path = ctx.path.toLowerCase().replace(/\/+$/, '');
  const { email, identifier } = (ctx.request as { body?: Record<string, unknown> }).body ?? {};
  const account = [email, identifier].find((each) => typeof each === 'string') ?? '';
  const name = String(account).trim().toLowerCase();
  if (REGISTRATION.test(path))
    return [[{ name: 'registration', times: registrationsPerMinute, seconds: 60 }, senderKey(ctx, path)]];
  if (MAIL_REQUEST.test(path))
    return [
      [MAILS, senderKey(ctx)],
      [LOG_INS, senderKey(ctx, path, name)],
      [MAILS_TO_ADDRESS, sha256(name).toString('hex')],
    ];
  if (PANEL.test(path)) {
    // One person mistypes a few times; one network may be a whole newsroom.
    const accountTimes = Math.max(5, Math.ceil(panelLogInsPerMinute / 6));
    return [
      [{ name: 'panel', times: panelLogInsPerMinute, seconds: 60 }, senderKey(ctx)],
      [{ name: 'panel-account', times: accountTimes, seconds: 300 }, senderKey(ctx, path, name)],
    ];
  }
  const accountLimits: [AttemptLimit, string][] = identifier ? [[ACCOUNT_LOG_INS, sha256(name).toString('hex')]] : [];
  return [[LOG_INS, senderKey(ctx, path)], ...accountLimits];
}
