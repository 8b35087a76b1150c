import type { StrapiApp } from '@strapi/admin/strapi-admin';
import concurrentEdits from '../features/concurrent-edits/panel';
import contentImport from '../features/content-import/panel';
import dateFields from '../features/date-fields/panel';
import drafts from '../features/drafts/panel';
import endedSessions from '../features/ended-sessions/panel';
import errorBoundary from '../features/error-boundary/panel';
import findings from '../features/findings/panel';
import firstPassword from '../features/first-password/panel';
import history from '../features/history/panel';
import home from '../features/home/panel';
import layout from '../features/layout/panel';
import leavingForms from '../features/leaving-forms/panel';
import listFilters from '../features/list-filters/panel';
import navigation from '../features/navigation/panel';
import presence from '../features/presence/panel';
import removedChildren from '../features/removed-children/panel';
import rollCall from '../features/roll-call/panel';
import rowDetails from '../features/row-details/panel';
import savedViews from '../features/saved-views/panel';
import scoreBoard from '../features/score-board/panel';
import search from '../features/search/panel';
import singleSignOn from '../features/single-sign-on/panel';
import topicMap from '../features/topic-map/panel';
import whereUsed from '../features/where-used/panel';
import { addFeatures } from './fail-safe';
import type { Feature, Texts } from './feature';

const features: Feature[] = [
  errorBoundary,
  endedSessions,
  firstPassword,
  layout,
  dateFields,
  navigation,
  rollCall,
  scoreBoard,
  topicMap,
  whereUsed,
  search,
  history,
  concurrentEdits,
  removedChildren,
  leavingForms,
  listFilters,
  savedViews,
  // After what notes the columns of a list: this one is none that can be chosen.
  rowDetails,
  drafts,
  presence,
  findings,
  home,
  contentImport,
  singleSignOn,
];

/** Panel entry of the plugin. */
export default {
  register(app: StrapiApp) {
    app.registerPlugin({ id: 'newsroom', name: 'newsroom' });
    addFeatures('register', app, features);
  },

  bootstrap(app: StrapiApp) {
    addFeatures('bootstrap', app, features);
  },

  registerTrads: async ({ locales }: { locales: string[] }) =>
    locales.map((locale) => ({ locale, data: textsIn(locale) })),
};

/** Returns the texts of all features in a locale. */
const textsIn = (locale: string): Texts =>
  Object.assign({}, ...features.map(({ texts }) => (locale === 'zh' || locale === 'en' ? texts?.[locale] : undefined)));
