import { completeLogInAddresses, keepLogInAddresses } from './api/citizen-email/accounts';
import { rules } from './domain/rules';
import { ensurePanelRoles } from './plugins/room/server/src/roles/ensure';
import { quietMailsToStrangers } from './plugins/rostra/server/src/access/mails-to-strangers';
import { ensureRoles } from './plugins/rostra/server/src/access/roles';
import { takeRules } from './plugins/rostra/server/src/checks/rules';
import { allRoutes } from './plugins/rostra/server/src/http/routes';
import { register } from './plugins/rostra/server/src/resource/registry';
import { takeSamplesFrom } from './plugins/rostra/server/src/resource/samples';
import { mountRoutes } from './plugins/rostra/server/src/strapi-routes';
import { accounts, endpoints, resources, views } from './resources';
import { sampleRecords } from './runtime/sample-data';
import { readBodiesStrictly } from './strapi/body-parser';
import { inspectUploads } from './strapi/uploads';

export default {
  /** Runs after our plugin has been given its Strapi. */
  register() {
    register({ resources: [...resources, ...accounts], views, endpoints });
    takeRules(rules);
    takeSamplesFrom(sampleRecords);
    mountRoutes();
    readBodiesStrictly();
    inspectUploads();
  },

  /** Runs after the users-permissions plugin and the panel have made their own roles. */
  async bootstrap() {
    await ensureRoles(allRoutes());
    await ensurePanelRoles();
    await quietMailsToStrangers();
    keepLogInAddresses();
    await completeLogInAddresses();
  },
};
