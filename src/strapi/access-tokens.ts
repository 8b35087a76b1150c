import { app } from '../plugins/rostra/server/src/store/strapi';
import { apiSessions } from './api-sessions';
import { assertStrapiHas } from './assert-strapi-has';

/** What we need of the users-permissions plugin's service of tokens. */
interface Tokens {
  verify?(token: string): Promise<{ id: number; sessionId?: string }>;
}

/**
 * Makes an access token of the API end with its session at Strapi's own doors, too (`/api/users/me`); there it would be
 * good for as long as it says. The panel's tokens do so by themselves. Checked with Strapi 5.54.0.
 * @throws StartError when the plugin has no such service any more.
 */
export function endTokensWithSessions(): void {
  const tokens = app().plugin('users-permissions')?.service('jwt') as Tokens | undefined;
  const verify = tokens?.verify;
  assertStrapiHas(tokens && typeof verify === 'function', 'service "jwt" of users-permissions with "verify"');
  tokens.verify = async (token) => {
    const found = await verify.call(tokens, token);
    if (!(await apiSessions().isSessionActive(found.sessionId ?? ''))) throw new Error('Invalid token.');
    return found;
  };
}
