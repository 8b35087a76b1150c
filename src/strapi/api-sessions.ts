import { app } from '../plugins/rostra/server/src/store/strapi';
import { assertFunctions } from './actions';

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
