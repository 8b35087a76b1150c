import { app } from '../plugins/rostra/server/src/store/strapi';
import { assertFunctions } from './actions';
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
