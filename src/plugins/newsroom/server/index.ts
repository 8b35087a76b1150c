import type { Core } from '@strapi/strapi';
import { registerPanelActions } from '../../../strapi/panel-permissions';
import { both } from '../shared/panel';
import { features } from './features';

/** Server entry of the plugin. */
export default {
  async register({ strapi }: { strapi: Core.Strapi }) {
    for (const feature of features) await feature.register?.(strapi);
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    await registerPanelActions(
      features
        .flatMap(({ actions }) => actions ?? [])
        .map(({ uid, label }) => ({ section: 'plugins', pluginName: 'newsroom', uid, displayName: both(label) })),
    );
    for (const feature of features) await feature.bootstrap?.(strapi);
  },

  async destroy({ strapi }: { strapi: Core.Strapi }) {
    for (const feature of features) await feature.destroy?.(strapi);
  },

  routes: {
    admin: { type: 'admin', routes: features.flatMap(({ routes }) => routes ?? []) },
  },

  controllers: Object.assign({}, ...features.map(({ controllers }) => controllers ?? {})),
};
