import { type Feature, textsOf } from '../../../panel/feature';
import { injectComponent } from '../../../panel/strapi/content-manager';
import { addHook } from '../../../panel/strapi/hooks';
import { withBoundary } from '../../error-boundary/panel/boundary';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { ChosenFilters } from './chosen-filters';
import { addFilters } from './offered';

/** Filters by what records refer to, among Strapi's own by what they hold: they mean what they mean in the API. */
const listFilters: Feature = {
  texts: textsOf('list-filters', { en, zh }),

  bootstrap(app) {
    injectComponent(app, 'listView.actions', 'chosen-filters', withBoundary(ChosenFilters));
    addHook(app, 'filters', addFilters);
  },
};

export default listFilters;
