import { errors as strapiErrors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { sha256 } from '../../../../../common/digest';
import { replaceRateLimits } from '../../../../../strapi/rate-limits';
import { AnsweredError } from '../errors/errors';
import { consume, type Limit } from '../store/rate-limit';
import { app } from '../store/strapi';
import { senderKey } from './sender';

/** Limits that the settings give: how many attempts one network may make in a minute. */
export interface AttemptLimits {
  registrationsPerMinute: number;
  panelLogInsPerMinute: number;
}

/** Log-ins to the API and password changes, from one network (decisions, 5.3). */
const LOG_INS: Limit = { name: 'log-in', times: 10, seconds: 60 };
/** Log-ins to one account of the API, from anywhere. */
const OF_ACCOUNT: Limit = { name: 'log-in-account', times: 100, seconds: 3_600 };
/** Requests for mails, from one network, whatever address they name. */
const MAILS: Limit = { name: 'mail', times: 30, seconds: 60 };
/** Mails about passwords to one address, from anywhere. */
const TO_ADDRESS: Limit = { name: 'mail-address', times: 10, seconds: 3_600 };

const REGISTRATION = /\/auth\/local\/register$/;
const MAILING = /\/(forgot-password|send-email-confirmation)$/;
const PANEL = /^\/admin\//;

/**
 * Puts limits that hold for all processes in place of Strapi's, at the API's doors and the panel's. The network is counted
 * first: nothing in a body divides that count. Call it before Strapi mounts its routes.
 * @throws StartError when Strapi has no such limits any more.
 */
export function limitLogIns(settings: AttemptLimits): void {
  replaceRateLimits(app(), async (ctx: Context, next: Next): Promise<void> => {
    try {
      for (const [limit, key] of countsOf(ctx, settings)) await consume(limit, key);
    } catch (error) {
      if (!(error instanceof AnsweredError) || error.status !== 429) throw error;
      ctx.set(error.headers);
      throw new strapiErrors.RateLimitError();
    }
    await next();
  });
}

/** The limits of an attempt in the order in which they count, each with what it is counted by. */
function countsOf(ctx: Context, { registrationsPerMinute, panelLogInsPerMinute }: AttemptLimits): [Limit, string][] {
  const path = ctx.path.toLowerCase().replace(/\/+$/, '');
  const { email, identifier } = (ctx.request as { body?: Record<string, unknown> }).body ?? {};
  const account = [email, identifier].find((each) => typeof each === 'string') ?? '';
  const name = String(account).trim().toLowerCase();
  if (REGISTRATION.test(path))
    return [[{ name: 'registration', times: registrationsPerMinute, seconds: 60 }, senderKey(ctx, path)]];
  if (MAILING.test(path))
    return [
      [MAILS, senderKey(ctx)],
      [LOG_INS, senderKey(ctx, path, name)],
      [TO_ADDRESS, sha256(name).toString('hex')],
    ];
  if (PANEL.test(path)) {
    // A person mistypes a few times; a network may be a whole newsroom.
    const ofAccount = Math.max(5, Math.ceil(panelLogInsPerMinute / 6));
    return [
      [{ name: 'panel', times: panelLogInsPerMinute, seconds: 60 }, senderKey(ctx)],
      [{ name: 'panel-account', times: ofAccount, seconds: 300 }, senderKey(ctx, path, name)],
    ];
  }
  const ofAccount: [Limit, string][] = identifier ? [[OF_ACCOUNT, sha256(name).toString('hex')]] : [];
  return [[LOG_INS, senderKey(ctx, path)], ...ofAccount];
}
