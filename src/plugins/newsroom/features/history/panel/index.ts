import { Clock, Trash } from '@strapi/icons';
import { type Feature, textsOf } from '../../../panel/feature';
import { addSidePanel } from '../../../panel/strapi/content-manager';
import { addGlobalComponent } from '../../../panel/strapi/global-components';
import { addMissingPage } from '../../../panel/strapi/missing-records';
import { leaveDeletedUnread } from '../../../panel/strapi/reads';
import { watchStore } from '../../../panel/strapi/reload';
import { lazyWithBoundary } from '../../error-boundary/panel/boundary';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { HistoryAhead } from './ahead';
import { MissingPage } from './missing-page';
import { HistoryPanel } from './side-panel';
import { UndoInMessages, watchForUndo } from './undo';

/** Who changed what: beside each form, in a list of all changes, and in a list of what was deleted, also at a deleted record's address; with buttons to restore it. */
const history: Feature = {
  texts: textsOf('history', { en, zh }),
  register(app) {
    watchStore(app);
    watchForUndo();
    addGlobalComponent(app, 'undo', UndoInMessages);
    addGlobalComponent(app, 'history', HistoryAhead);
    addMissingPage(app, MissingPage);
    // After Strapi's content manager (1) and the imports (1.8).
    app.addMenuLink({
      to: 'plugins/newsroom/changes',
      icon: Clock,
      intlLabel: { id: 'newsroom.history.changes', defaultMessage: 'Changes' },
      permissions: [],
      position: 1.85,
      Component: lazyWithBoundary(() => import('./changes-page')),
    });
    app.addMenuLink({
      to: 'plugins/newsroom/deleted',
      icon: Trash,
      intlLabel: { id: 'newsroom.history.deleted', defaultMessage: 'Deleted' },
      permissions: [],
      position: 1.9,
      Component: lazyWithBoundary(() => import('./deleted-page')),
    });
  },

  bootstrap(app) {
    addSidePanel(app, HistoryPanel);
    leaveDeletedUnread();
  },
};

export default history;
