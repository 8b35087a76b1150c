import type { Feature } from '../../../panel/feature';
import { textsOf } from '../../../panel/feature';
import { followFailures } from '../../../panel/strapi/failed-saves';
import { addGlobalComponent } from '../../../panel/strapi/global-components';
import { letMessagesBeUsed } from '../../../panel/strapi/messages-over-dialogs';
import { leaveUnsavedAlone } from '../../../panel/strapi/reads';
import { watchSaves } from '../../../panel/strapi/saves';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { ConflictDialog } from './conflict-dialog';
import { save } from './save';

/** A form sends only what its editor changed, and asks where others have changed the same meanwhile. */
const concurrentEdits: Feature = {
  texts: textsOf('concurrent-edits', { en, zh }),
  register(app) {
    watchSaves(save);
    followFailures();
    letMessagesBeUsed();
    addGlobalComponent(app, 'conflict', ConflictDialog);
  },

  bootstrap: leaveUnsavedAlone,
};

export default concurrentEdits;
