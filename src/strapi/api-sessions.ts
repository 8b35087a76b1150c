import { errors } from '@strapi/utils';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { assertFunctions, wrapAction } from './actions';
import { assertStrapiHas } from './assert-strapi-has';

/** The sessions of the API's users. */
export const apiSessions = () => app().sessionManager('users-permissions');

/** Asserts that sessions have the functions that we use. Checked with Strapi 5.54.0. @throws StartError */
export const assertApiSessions = (): void =>
  assertFunctions(apiSessions(), 'sessions of users-permissions', [
    'validateAccessToken',
    'generateRefreshToken',
    'generateAccessToken',
    'invalidateRefreshToken',
    'isSessionActive',
  ]);

/** The part of the users-permissions plugin's token service that we use. */
interface JwtService {
  verify?(token: string): Promise<{ id: number; sessionId?: string }>;
}

/**
 * Ends the sessions of a blocked or deleted account when it refreshes one. Checked with Strapi 5.54.0.
 * @throws StartError when Strapi has no such action.
 */
export function refuseBlockedRefreshes(): void {
  wrapAction('plugin::users-permissions.auth', 'refresh', async (ctx, refresh) => {
    await refresh();
    const { jwt } = (ctx.body ?? {}) as { jwt?: string };
    if (ctx.status !== 200 || !jwt) return;
    const session = apiSessions().validateAccessToken(jwt);
    const id = session.isValid ? Number(session.payload.userId) : 0;
    const account = await app()
      .db.query('plugin::users-permissions.user')
      .findOne({ where: { id }, select: ['blocked'] });
    if (account && !account.blocked) return;
    await apiSessions().invalidateRefreshToken(String(id));
    ctx.body = null;
    throw new errors.UnauthorizedError('Invalid refresh token');
  });
}

/**
 * Makes Strapi's own routes (`/api/users/me`) refuse access tokens of the API whose session has ended; by itself, Strapi accepts
 * them until they expire. It checks the panel's tokens already. Checked with Strapi 5.54.0.
 * @throws StartError when the plugin lacks the service.
 */
export function endTokensWithSessions(): void {
  const tokens = app().plugin('users-permissions')?.service('jwt') as JwtService | undefined;
  const verify = tokens?.verify;
  assertStrapiHas(tokens && typeof verify === 'function', 'service "jwt" of users-permissions with "verify"');
  tokens.verify = async (token) => {
    const found = await verify.call(tokens, token);
    if (!(await apiSessions().isSessionActive(found.sessionId ?? ''))) throw new Error('Invalid token.');
    return found;
  };
}
