import { app } from '../plugins/rostra/server/src/store/strapi';
import { assertFunctions } from './actions';

/** The sessions of the API's users. */
export const apiSessions = () => app().sessionManager('users-permissions');

/** Refuses a start with a Strapi whose sessions lack what we use. Checked with Strapi 5.54.0. @throws StartError */
export const assertApiSessions = (): void =>
  assertFunctions(apiSessions(), 'sessions of users-permissions', [
    'validateAccessToken',
    'generateRefreshToken',
    'generateAccessToken',
    'invalidateRefreshToken',
    'isSessionActive',
  ]);
