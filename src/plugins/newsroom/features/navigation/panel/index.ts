import { GridFour } from '@strapi/icons';
import { type Feature, textsOf } from '../../../panel/feature';
import { addHook } from '../../../panel/strapi/hooks';
import { lazyWithBoundary } from '../../error-boundary/panel/boundary';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { arrangeLinks } from './links';
import { linkTranslations } from './order';

const own = textsOf('navigation', { en, zh });

/** Orders content types by task, in the content manager and on the desk page. */
const navigation: Feature = {
  texts: { en: { ...own.en, ...linkTranslations('en') }, zh: { ...own.zh, ...linkTranslations('zh') } },

  register(app) {
    app.addMenuLink({
      to: 'plugins/newsroom/desk',
      icon: GridFour,
      intlLabel: { id: 'newsroom.navigation.title', defaultMessage: 'Desk' },
      permissions: [],
      // Between Strapi's home (0) and its content manager (1).
      position: 0.5,
      Component: lazyWithBoundary(() => import('./desk-page')),
    });
  },

  bootstrap(app) {
    addHook(app, 'links', arrangeLinks);
  },
};

export default navigation;
