import { type Feature, textsOf } from '../../../panel/feature';
import { injectComponent } from '../../../panel/strapi/content-manager';
import { addGlobalComponent } from '../../../panel/strapi/global-components';
import { withBoundary } from '../../error-boundary/panel/boundary';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { CreatedDialog } from './created-dialog';
import { watchDeleted } from './deleted';
import { DeletedDialog } from './deleted-dialog';
import { removeOldDrafts } from './drafts';
import { DraftsInForm } from './drafts-in-form';
import { followSaves } from './saved';
import { keepTabKnown } from './tabs';

/** What is typed into forms stays in the browser until it is saved, also if somebody deletes their record. */
const drafts: Feature = {
  texts: textsOf('drafts', { en, zh }),
  register(app) {
    removeOldDrafts();
    followSaves();
    keepTabKnown();
    watchDeleted(app);
    addGlobalComponent(app, 'deleted', DeletedDialog);
    addGlobalComponent(app, 'created', CreatedDialog);
  },

  bootstrap(app) {
    injectComponent(app, 'editView.right-links', 'drafts', withBoundary(DraftsInForm));
  },
};

export default drafts;
