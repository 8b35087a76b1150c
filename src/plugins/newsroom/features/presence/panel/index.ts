import { type Feature, textsOf } from '../../../panel/feature';
import { injectComponent } from '../../../panel/strapi/content-manager';
import { withBoundary } from '../../error-boundary/panel/boundary';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { PresenceNotice } from './presence-notice';

/** Forms say who else has their record open, and that it has changed. */
const presence: Feature = {
  texts: textsOf('presence', { en, zh }),
  bootstrap(app) {
    injectComponent(app, 'editView.right-links', 'presence', withBoundary(PresenceNotice));
  },
};

export default presence;
