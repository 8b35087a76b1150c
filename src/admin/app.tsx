import type { StrapiApp } from '@strapi/admin/strapi-admin';
import { arrangeWidgets } from '../plugins/newsroom/features/home/panel/widgets';

/** Sets up the panel in English and Traditional Chinese; each person chooses a language in their profile. */
export default {
  // Disables Strapi's update check: maintainers decide when to upgrade.
  config: { locales: ['zh'], notifications: { releases: false } },

  /** Runs after all plugins have registered their widgets. */
  register(app: StrapiApp) {
    app.widgets.register(arrangeWidgets);
  },
};
