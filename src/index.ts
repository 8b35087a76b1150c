import { ensureRoles } from './plugins/rostra/server/src/access/roles';
import { allRoutes } from './plugins/rostra/server/src/http/routes';
import { register } from './plugins/rostra/server/src/resource/registry';
import { mountRoutes } from './plugins/rostra/server/src/strapi-routes';
import { endpoints, resources, views } from './resources';

export default {
  /** Runs after our plugin has been given its Strapi. */
  register() {
    register({ resources, views, endpoints });
    mountRoutes();
  },

  /** Runs after the users-permissions plugin has made its own roles. */
  bootstrap: () => ensureRoles(allRoutes()),
};
