import { type Feature, textsOf } from '../../../panel/feature';
import { injectComponent } from '../../../panel/strapi/content-manager';
import { addHook } from '../../../panel/strapi/hooks';
import { watchList } from '../../../panel/strapi/list-state';
import { lazyWithBoundary, withBoundary } from '../../error-boundary/panel/boundary';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { ViewsMenu } from './views-menu';

/** Pages that prepare a list and go there: it takes what is kept of it only when it is opened anew. */
const PAGES = [
  ['plugins/newsroom/views/:id', () => import('./view-page')],
  ['plugins/newsroom/views/without/:uid', () => import('./without-page')],
] as const;

/** What editors have made of a list, saved under a name: for themselves, or for everybody who sees the list. */
const savedViews: Feature = {
  texts: textsOf('saved-views', { en, zh }),

  register(app) {
    for (const [path, load] of PAGES)
      app.router.addRoute({ path, lazy: async () => ({ Component: (await lazyWithBoundary(load)()).default }) });
  },

  bootstrap(app) {
    addHook(app, 'columns', watchList);
    injectComponent(app, 'listView.actions', 'saved-views', withBoundary(ViewsMenu));
  },
};

export default savedViews;
