import type { Core } from '@strapi/strapi';
import { completeLogInAddresses, keepLogInAddresses } from './api/citizen-email/accounts';
import { ADDRESS, USER } from './api/citizen-email/database';
import { sampleRecords } from './first-start/sample-data';
import { ensurePanelRoles } from './plugins/newsroom/features/roles/server/ensure';
import { prepareAccountMails } from './plugins/rostra/server/src/access/account-mails';
import { enforceFirstPasswords } from './plugins/rostra/server/src/access/first-passwords';
import { ensureRoles } from './plugins/rostra/server/src/access/roles';
import { setRules } from './plugins/rostra/server/src/checks/checks';
import { allRoutes } from './plugins/rostra/server/src/http/routes';
import { register } from './plugins/rostra/server/src/resource/registry';
import { setSamples } from './plugins/rostra/server/src/resource/samples';
import { isSettled, noteSettled } from './plugins/rostra/server/src/store/settled';
import { accounts, endpoints, resources, views } from './resources';
import { rules } from './rules';
import { settings } from './runtime/settings';
import { endTokensWithSessions, refuseBlockedRefreshes } from './strapi/api-sessions';
import { readBodiesStrictly } from './strapi/body-parser';
import { awaitCommits } from './strapi/commits';
import { assertCompiledMigrations } from './strapi/compiler';
import { answerDatabaseFailures } from './strapi/database-failures';
import { requirePasswordChange } from './strapi/first-passwords';
import { assertLateModules } from './strapi/late-modules';
import { nameRequestsInLog } from './strapi/log-fields';
import { equalizeLogInTimes } from './strapi/log-ins';
import { inspectLogos } from './strapi/logos';
import { answerBeforeMailing } from './strapi/mail-requests';
import { preparePanelSessions, stayLoggedIn } from './strapi/panel-session';
import { refusePasswords } from './strapi/password-log-ins';
import { publishLinks } from './strapi/public-links';
import { guardRegistration } from './strapi/registration';
import { mountRoutes } from './strapi/routes';
import { secureCookies } from './strapi/secure-cookies';
import { omitSettledSteps } from './strapi/settled-starts';
import { trustProxies } from './strapi/trusted-proxies';
import { inspectUploads } from './strapi/uploads';
import { omitFromWebhooks } from './strapi/webhook-addresses';
import { traceWebhooks } from './strapi/webhook-trace';

export default {
  /** Runs after our plugin has registered. */
  register({ strapi }: { strapi: Core.Strapi }) {
    assertCompiledMigrations(strapi);
    awaitCommits(strapi);
    answerDatabaseFailures(strapi);
    const { trustProxy, publicUrl, isRegistrationOpen, sso, webhookAddresses } = settings();
    if (trustProxy !== undefined) trustProxies(strapi, trustProxy);
    secureCookies(strapi);
    publishLinks(strapi, publicUrl);
    nameRequestsInLog(strapi);
    traceWebhooks(strapi);
    if (!webhookAddresses) omitFromWebhooks(strapi, [ADDRESS, USER]);
    register({ resources: [...resources, ...accounts], views, endpoints });
    setRules(rules);
    setSamples(sampleRecords);
    mountRoutes();
    endTokensWithSessions();
    refuseBlockedRefreshes();
    guardRegistration({ isOpen: isRegistrationOpen });
    equalizeLogInTimes();
    answerBeforeMailing();
    preparePanelSessions(strapi);
    stayLoggedIn((email) => !sso?.isOnly || email.toLowerCase() === sso.localAdmin);
    requirePasswordChange();
    // Added last, so that it runs before the other wrappers.
    if (sso?.isOnly && sso.localAdmin) refusePasswords(strapi, sso.localAdmin);
    readBodiesStrictly();
    inspectUploads();
    inspectLogos();
    omitSettledSteps();
  },

  /** Runs after the users-permissions plugin and the panel have created their own roles. */
  async bootstrap() {
    await ensureRoles(allRoutes());
    if (settings().isProduction) enforceFirstPasswords();
    await ensurePanelRoles();
    await prepareAccountMails();
    keepLogInAddresses();
    await completeLogInAddresses();
    if (!(await isSettled('late modules'))) assertLateModules();
    await noteSettled();
  },
};
