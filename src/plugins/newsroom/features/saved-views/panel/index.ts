import { type Feature, textsOf } from '../../../panel/feature';
import { injectComponent } from '../../../panel/strapi/content-manager';
import { lazyWithBoundary, withBoundary } from '../../error-boundary/panel/boundary';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { ViewsMenu } from './views-menu';

/** What editors have made of a list, saved under a name: for themselves, or for everybody who sees the list. */
const savedViews: Feature = {
  texts: textsOf('saved-views', { en, zh }),

  register(app) {
    app.router.addRoute({
      path: 'plugins/newsroom/views/:id',
      lazy: async () => ({ Component: (await lazyWithBoundary(() => import('./view-page'))()).default }),
    });
  },

  bootstrap(app) {
    injectComponent(app, 'listView.actions', 'saved-views', withBoundary(ViewsMenu));
  },
};

export default savedViews;
