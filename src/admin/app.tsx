import type { StrapiApp } from '@strapi/admin/strapi-admin';
import { arrangeWidgets } from '../plugins/room/admin/src/home/widgets';

/** The panel speaks English and Traditional Chinese; each person chooses in their profile. */
export default {
  config: { locales: ['zh'] },

  /** After all plugins, so that the widgets of each are there. */
  register(app: StrapiApp) {
    app.widgets.register(arrangeWidgets);
  },
};
