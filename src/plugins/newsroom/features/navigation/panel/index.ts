import { GridFour } from '@strapi/icons';
import { harmless } from '../../../panel/fail-safe';
import type { Feature } from '../../../panel/feature';
import { HOOKS } from '../../../panel/strapi-hooks';
import { guardedPage } from '../../error-boundary/panel/boundary';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { changeLinks } from './links';
import { linkTranslations } from './translations';

/** The way to the records: by task, in the content manager and on a page of our own. */
const navigation: Feature = {
  texts: { en: { ...en, ...linkTranslations('en') }, zh: { ...zh, ...linkTranslations('zh') } },

  register(app) {
    app.addMenuLink({
      to: 'plugins/room/desk',
      icon: GridFour,
      intlLabel: { id: 'room.desk.title', defaultMessage: 'Desk' },
      permissions: [],
      // Between Strapi's home (0) and its content manager (1).
      position: 0.5,
      Component: guardedPage(() => import('./desk-page')),
    });
  },

  bootstrap(app) {
    app.registerHook(HOOKS.links, harmless(changeLinks as never) as never);
  },
};

export default navigation;
