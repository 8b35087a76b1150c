import type { Core } from '@strapi/strapi';
import { ensureRoles } from './plugins/rostra/server/src/access/roles';
import { allRoutes } from './plugins/rostra/server/src/http/routes';
import { register } from './plugins/rostra/server/src/resource/registry';
import { mountRoutes } from './plugins/rostra/server/src/strapi-routes';
import { resources, views } from './resources';

export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    register({ resources, views });
    mountRoutes(strapi);
  },

  /** Runs after the users-permissions plugin has made its own roles. */
  bootstrap: () => ensureRoles(allRoutes()),
};
