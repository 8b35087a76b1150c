import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { assertStrapiHas } from './assert-strapi-has';

/**
 * The session of somebody who has signed in to the panel without a password, as the panel's own log-in begins it. Strapi
 * has no service for it: its controller puts it together from functions of this file. Checked with Strapi 5.54.0.
 */
const FILE = 'dist/server/shared/utils/session-auth.js';

/** What we need of that file. */
interface SessionParts {
  REFRESH_COOKIE_NAME: string;
  buildCookieOptionsWithExpiry(type: string, endsAt: string | undefined, isSecure: boolean): CookieOptions;
  buildSessionMetadataFromContext(ctx: Context): Record<string, unknown>;
  getAccessCookieName(): string;
}

type CookieOptions = Parameters<Context['cookies']['set']>[2];

/** The functions; undefined what Strapi has no more. */
const parts = (): Partial<SessionParts> => {
  const folder = path.dirname(require.resolve('@strapi/admin/package.json'));
  return require(path.join(folder, FILE)) as Partial<SessionParts>;
};

let found: SessionParts | undefined;

/**
 * Finds what sessions of the panel are made of.
 * @throws StartError when Strapi does not have it any more.
 */
export function preparePanelSessions(strapi: Core.Strapi): void {
  const given = parts();
  const { REFRESH_COOKIE_NAME, buildCookieOptionsWithExpiry, buildSessionMetadataFromContext, getAccessCookieName } =
    given;
  const functions = [buildCookieOptionsWithExpiry, buildSessionMetadataFromContext, getAccessCookieName];
  const isWhole = typeof REFRESH_COOKIE_NAME === 'string' && functions.every((each) => typeof each === 'function');
  assertStrapiHas(isWhole, `${FILE} of @strapi/admin with what single sign-on needs`);
  assertStrapiHas(typeof strapi.sessionManager === 'function', 'session manager');
  found = given as SessionParts;
}

/** Begins a session of the panel in this browser: it lasts until the browser is closed, or Strapi's limits are reached. */
export async function beginPanelSession(strapi: Core.Strapi, ctx: Context, account: number): Promise<void> {
  if (!found) throw new Error('Sessions of the panel have not been prepared');
  const sessions = strapi.sessionManager('admin');
  const refresh = await sessions.generateRefreshToken(String(account), randomUUID(), {
    type: 'session',
    metadata: found.buildSessionMetadataFromContext(ctx),
  });
  const access = await sessions.generateAccessToken(refresh.token);
  if ('error' in access)
    throw new Error(`The session of account ${account} of the panel could not begin: ${access.error}`);
  const options = found.buildCookieOptionsWithExpiry('session', refresh.absoluteExpiresAt, ctx.secure);
  ctx.cookies.set(found.REFRESH_COOKIE_NAME, refresh.token, options);
  // The panel reads this one itself, and writes it so after a log-in of its own.
  ctx.cookies.set(found.getAccessCookieName(), access.token, {
    ...options,
    httpOnly: false,
    secure: ctx.secure,
    signed: false,
  });
}
