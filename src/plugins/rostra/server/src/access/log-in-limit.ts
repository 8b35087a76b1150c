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

/** The routes that Strapi limits. */
const LIMITED =
  /^\/(api\/auth\/(local(\/register)?|(forgot|reset|change)-password|send-email-confirmation)|admin\/(login|register-admin|forgot-password))$/;

let limits: LogInLimits | undefined;

/**
 * Replaces Strapi's limits on log-ins, for the API and the panel, by limits that all processes share. Counts by network first:
 * nothing in a body can split that count. Call it before Strapi mounts its routes.
 * @throws StartError if Strapi no longer has such limits.
 */
export function limitLogIns(settings: LogInLimits): void {
  limits = settings;
  replaceRateLimits(app(), async (ctx: Context, next: Next): Promise<void> => {
    await countSender(ctx);
    await count(ctx, accountLimits(ctx, settings));
    await next();
  });
}

/** Counts a log-in by its network before its body is read. Errors: Strapi's for too many. */
export async function countBeforeBody(ctx: Context): Promise<void> {
  if (ctx.method === 'POST' && LIMITED.test(pathOf(ctx))) await countSender(ctx);
}

/** Counts a request by its network, once. */
async function countSender(ctx: Context): Promise<void> {
  if (!limits || ctx.state.isSenderCounted) return;
  ctx.state.isSenderCounted = true;
  await count(ctx, [senderLimit(ctx, limits)]);
}

async function count(ctx: Context, attempts: [AttemptLimit, string][]): Promise<void> {
  try {
    for (const [limit, key] of attempts) await countAttempt(limit, key);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    ctx.set(error.headers);
    throw new strapiErrors.RateLimitError();
  }
}

const pathOf = (ctx: Context): string => ctx.path.toLowerCase().replace(/\/+$/, '');

/** The limit by network on an attempt, with its key. */
function senderLimit(
  ctx: Context,
  { registrationsPerMinute, panelLogInsPerMinute }: LogInLimits,
): [AttemptLimit, string] {
  const path = pathOf(ctx);
  if (REGISTRATION.test(path))
    return [{ name: 'registration', times: registrationsPerMinute, seconds: 60 }, senderKey(ctx, path)];
  if (MAIL_REQUEST.test(path)) return [MAILS, senderKey(ctx)];
  if (PANEL.test(path)) return [{ name: 'panel', times: panelLogInsPerMinute, seconds: 60 }, senderKey(ctx)];
  return [LOG_INS, senderKey(ctx, path)];
}

/** The limits by account on an attempt, each with its key, in the order of counting. */
function accountLimits(ctx: Context, { panelLogInsPerMinute }: LogInLimits): [AttemptLimit, string][] {
  const path = pathOf(ctx);
  const { email, identifier } = (ctx.request as { body?: Record<string, unknown> }).body ?? {};
  const account = [email, identifier].find((each) => typeof each === 'string') ?? '';
  const name = String(account).trim().toLowerCase();
  const digest = () => sha256(name).toString('hex');
  if (REGISTRATION.test(path)) return [];
  if (MAIL_REQUEST.test(path))
    return [
      [LOG_INS, senderKey(ctx, path, name)],
      [MAILS_TO_ADDRESS, digest()],
    ];
  if (PANEL.test(path)) {
    // One person mistypes a few times; one network may be a whole newsroom.
    const times = Math.max(5, Math.ceil(panelLogInsPerMinute / 6));
    return [[{ name: 'panel-account', times, seconds: 300 }, senderKey(ctx, path, name)]];
  }
  return identifier ? [[ACCOUNT_LOG_INS, digest()]] : [];
}
