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
  buildCookieOptionsWithExpiry(type: SessionType, endsAt: string | undefined, isSecure: boolean): CookieOptions;
  buildSessionMetadataFromContext(ctx: Context): Record<string, unknown>;
  getAccessCookieName(): string;
}

type SessionType = 'session' | 'refresh';

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
 * Has the panel stay logged in when people change their own password, which ends all their sessions. If the panel logged in again
 * itself, requests that it sends meanwhile with the ended session could log it out. The new session is of the kind of the old one. If
 * it cannot begin, the password is changed all the same. Checked with Strapi 5.54.0.
 * @param mayHavePassword whether an account may begin sessions with a password
 * @throws StartError when Strapi lacks the action.
 */
export const stayLoggedIn = (mayHavePassword: (email: string) => boolean): void =>
  wrapAction('admin::authenticated-user', 'updateMe', async (ctx, update) => {
    // API tokens of the panel have no session.
    const { user, session } = ctx.state as { user?: { id: number; email: string }; session?: { id: string } };
    const isChange = Boolean(requestBody(ctx).password) && user !== undefined && mayHavePassword(user.email);
    const type = isChange && session ? await typeOf(session.id) : undefined;
    await update();
    if (!type || !user || ctx.status !== 200) return;
    try {
      await beginPanelSession(app(), ctx, user.id, type);
    } catch (error) {
      app().log.error(`No session after a change of the password: ${error}`);
    }
  });

/** The kind of a session of the panel, which decides how long it lasts: `refresh` if the browser remembers it, else `session`. */
async function typeOf(sessionId: string): Promise<SessionType> {
  const found = await app()
    .db.query('admin::session')
    .findOne({ where: { sessionId }, select: ['type'] });
  return found?.type === 'refresh' ? 'refresh' : 'session';
}

/**
 * Begins a session of the panel without a password, as the panel's own log-in would. It lasts until the browser is closed, unless it
 * is of the kind that browsers remember, or Strapi's limits are reached.
 */
export async function beginPanelSession(
  strapi: Core.Strapi,
  ctx: Context,
  account: number,
  type: SessionType = 'session',
): Promise<void> {
  if (!parts) throw new Error('Sessions of the panel are not prepared');
  const sessions = strapi.sessionManager('admin');
  const refresh = await sessions.generateRefreshToken(String(account), randomUUID(), {
    type,
    metadata: parts.buildSessionMetadataFromContext(ctx),
  });
  const access = await sessions.generateAccessToken(refresh.token);
  if ('error' in access) throw new Error(`The panel session of account ${account} could not begin: ${access.error}`);
  const options = parts.buildCookieOptionsWithExpiry(type, refresh.absoluteExpiresAt, ctx.secure);
  ctx.cookies.set(parts.REFRESH_COOKIE_NAME, refresh.token, options);
  // With the options of the panel, which reads this cookie, and sets it after its own log-ins.
  ctx.cookies.set(parts.getAccessCookieName(), access.token, {
    ...options,
    httpOnly: false,
    secure: ctx.secure,
    signed: false,
  });
}
