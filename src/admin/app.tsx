import type { StrapiApp } from '@strapi/admin/strapi-admin';
import { arrangeWidgets } from '../plugins/newsroom/features/home/panel/widgets';

/** The panel speaks English and Traditional Chinese; each person chooses in their profile. */
export default {
  // Nor does it ask elsewhere for newer versions of Strapi: who keeps this project decides about them.
  config: { locales: ['zh'], notifications: { releases: false } },

  /** After all plugins, so that the widgets of each are there. */
  register(app: StrapiApp) {
    app.widgets.register(arrangeWidgets);
  },
};
