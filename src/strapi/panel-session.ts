import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { requestBody, wrapAction } from './actions';
import { assertStrapiHas } from './assert-strapi-has';

/**
 * The file of Strapi with the functions from which its log-in controller composes a session of the panel; there is no service
 * for it. Checked with Strapi 5.54.0.
 */
const FILE = 'dist/server/shared/utils/session-auth.js';

/** The part of that file that we use. */
interface SessionParts {
  REFRESH_COOKIE_NAME: string;
  buildCookieOptionsWithExpiry(type: string, endsAt: string | undefined, isSecure: boolean): CookieOptions;
  buildSessionMetadataFromContext(ctx: Context): Record<string, unknown>;
  getAccessCookieName(): string;
}

type CookieOptions = Parameters<Context['cookies']['set']>[2];

const loadParts = (): Partial<SessionParts> => {
  const folder = path.dirname(require.resolve('@strapi/admin/package.json'));
  return require(path.join(folder, FILE)) as Partial<SessionParts>;
};

let parts: SessionParts | undefined;

/**
 * Loads the functions that begin a session of the panel.
 * @throws StartError when Strapi lacks one.
 */
export function preparePanelSessions(strapi: Core.Strapi): void {
  const loaded = loadParts();
  const { REFRESH_COOKIE_NAME, buildCookieOptionsWithExpiry, buildSessionMetadataFromContext, getAccessCookieName } =
    loaded;
  const functions = [buildCookieOptionsWithExpiry, buildSessionMetadataFromContext, getAccessCookieName];
  const isComplete = typeof REFRESH_COOKIE_NAME === 'string' && functions.every((each) => typeof each === 'function');
  assertStrapiHas(isComplete, `${FILE} of @strapi/admin with what sessions of the panel need`);
  assertStrapiHas(typeof strapi.sessionManager === 'function', 'session manager');
  parts = loaded as SessionParts;
}

/**
 * Has the panel stay logged in where somebody changes their own password, which ends all their sessions. If the panel logged in again
 * itself, its requests with the ended session could log it out meanwhile. Checked with Strapi 5.54.0.
 * @throws StartError when Strapi changes passwords in another way.
 */
export const stayLoggedIn = (): void =>
  wrapAction('admin::authenticated-user', 'updateMe', async (ctx, update) => {
    await update();
    const { user } = ctx.state as { user?: { id: number } };
    if (user && ctx.status === 200 && requestBody(ctx).password) await beginPanelSession(app(), ctx, user.id);
  });

/**
 * Begins a session of the panel without a password, as the panel's own log-in would. It lasts until the browser is closed or
 * Strapi's limits are reached.
 */
export async function beginPanelSession(strapi: Core.Strapi, ctx: Context, account: number): Promise<void> {
  if (!parts) throw new Error('Sessions of the panel are not prepared');
  const sessions = strapi.sessionManager('admin');
  const refresh = await sessions.generateRefreshToken(String(account), randomUUID(), {
    type: 'session',
    metadata: parts.buildSessionMetadataFromContext(ctx),
  });
  const access = await sessions.generateAccessToken(refresh.token);
  if ('error' in access) throw new Error(`The panel session of account ${account} could not begin: ${access.error}`);
  const options = parts.buildCookieOptionsWithExpiry('session', refresh.absoluteExpiresAt, ctx.secure);
  ctx.cookies.set(parts.REFRESH_COOKIE_NAME, refresh.token, options);
  // With the options of the panel, which reads this cookie, and sets it after its own log-ins.
  ctx.cookies.set(parts.getAccessCookieName(), access.token, {
    ...options,
    httpOnly: false,
    secure: ctx.secure,
    signed: false,
  });
}
