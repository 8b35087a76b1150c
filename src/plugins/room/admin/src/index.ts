import type { StrapiApp } from '@strapi/admin/strapi-admin';
import boundary from './boundary';
import contentImport from './content-import';
import days from './days';
import type { Feature, Texts } from './feature';
import findings from './findings';
import firstPassword from './first-password';
import { add } from './harmless';
import home from './home';
import labels from './labels';
import navigation from './navigation';
import rollCall from './roll-call';
import scoreBoard from './score-board';
import singleSignOn from './single-sign-on';
import topicMap from './topic-map';
import whereUsed from './where-used';

const features: Feature[] = [
  boundary,
  firstPassword,
  labels,
  days,
  navigation,
  rollCall,
  scoreBoard,
  topicMap,
  whereUsed,
  findings,
  home,
  contentImport,
  singleSignOn,
];

/** What the editors' room adds to the admin panel. */
export default {
  register(app: StrapiApp) {
    app.registerPlugin({ id: 'room', name: 'room' });
    add('register', app, features);
  },

  bootstrap(app: StrapiApp) {
    add('bootstrap', app, features);
  },

  registerTrads: async ({ locales }: { locales: string[] }) =>
    locales.map((locale) => ({ locale, data: textsIn(locale) })),
};

/** The texts of all features in a language. */
const textsIn = (locale: string): Texts =>
  Object.assign({}, ...features.map(({ texts }) => (locale === 'zh' || locale === 'en' ? texts?.[locale] : undefined)));
