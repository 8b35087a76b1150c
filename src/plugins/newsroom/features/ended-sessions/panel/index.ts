import { attemptTokenRefresh, storeToken, triggerSessionExpired } from '@strapi/admin/strapi-admin';
import { type Feature, textsOf } from '../../../panel/feature';
import { addGlobalComponent } from '../../../panel/strapi/global-components';
import { watchSession } from '../../../panel/strapi/session';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { LogInDialog } from './log-in-dialog';
import { askForLogIn, isForeign, joinTabs, resume } from './session';

/** A session that ends while somebody works is continued by a log-in on top of the page: nothing of the page is lost. */
const endedSessions: Feature = {
  texts: textsOf('ended-sessions', { en, zh }),
  register(app) {
    joinTabs(storeToken, triggerSessionExpired);
    watchSession({ ask: askForLogIn, isForeign, resume, refresh: attemptTokenRefresh });
    addGlobalComponent(app, 'log-in', LogInDialog);
  },
};

export default endedSessions;
