import type { Core } from '@strapi/strapi';
import type { PoolConfig } from 'pg';
import { allowAnyLength, assertAnyLength } from '../../../../strapi/any-length';
import { assertApiSessions } from '../../../../strapi/api-sessions';
import { assertApiTokens } from '../../../../strapi/api-tokens';
import { skipUnusedEventReads } from '../../../../strapi/events';
import { metadata } from '../../../../strapi/metadata';
import { strapiRouter } from '../../../../strapi/router';
import { assertTables } from '../../../../strapi/tables';
import { type AttemptLimits, limitLogIns } from './access/log-in-limit';
import { passwordPage } from './access/password-page';
import { descriptionPages } from './describe/pages';
import { installGuard } from './guard/guard';
import { watchedFolders } from './health/checks';
import { probes } from './health/probes';
import { answerClientErrors } from './http/client-error';
import { type MetricsAccess, metricsPage } from './http/metrics-page';
import { observe } from './http/observe';
import { compilePipeline, type PipelineOptions, pipeline } from './http/pipeline';
import { allRoutes } from './http/routes';
import { measureHost } from './metrics/host';
import { keepAnswers } from './operations/answer/kept';
import { allResources, allViews } from './resource/registry';
import { useModels } from './sql/model';
import { addSso } from './sso';
import type { SsoOptions } from './sso/options';
import { ensureSsoTables } from './sso/tables';
import { ensureBatches } from './store/batches/tables';
import { run } from './store/database';
import { closePools, openPools } from './store/pools';
import { prepareDatabase } from './store/prepare';
import { ensureRequestCounts } from './store/request-counts';
import { ensureSessionTriggers } from './store/sessions';
import { setStrapi } from './store/strapi';
import { verifyDeclarations } from './store/verify';
import { ensureVersions } from './store/versions/ensure';
import { checkAddresses } from './strapi-routes/addresses';
import { strapiAnswers } from './strapi-routes/answers';
import { clientErrors } from './strapi-routes/errors';
import { checkMediaIds } from './strapi-routes/media';
import { serveUploads } from './uploads/serve';

/** The plugin's part of the configuration (`config/plugins.ts`). */
interface Settings extends PipelineOptions, AttemptLimits, MetricsAccess {
  /** Room for finished answers, in megabytes. */
  answerCacheMb: number;
  /** How long a statement that reads may take, in seconds. */
  readTimeout: number;
  /** A streaming replica to read from. */
  readDatabase?: PoolConfig;
  dataDir: string;
  /** Where the links in mails, and identity providers, lead people to. */
  publicUrl: string;
  /** The identity provider, where there is one. */
  sso?: SsoOptions;
}

/** The plugin: serves the resources that the application has registered (see `src/index.ts`). */
export default {
  /** Middlewares around Strapi's own routes, in the order of `config/middlewares.ts`. */
  middlewares: {
    answers: (_: unknown, { strapi }: { strapi: Core.Strapi }) => strapiAnswers(settingsOf(strapi).corsOrigins),
    errors: () => clientErrors,
    uploads: () => serveUploads,
    addresses: () => checkAddresses,
    media: () => checkMediaIds,
  },

  register({ strapi }: { strapi: Core.Strapi }) {
    setStrapi(strapi);
    // Before the middlewares of `config/middlewares.ts`, and the one of sessions, which comes before those.
    const { sso, ...options } = settingsOf(strapi);
    strapi.server.use(observe).use(probes).use(metricsPage(options)).use(pipeline(options));
    addSso(strapi, options, sso);
    skipUnusedEventReads(strapi);
    allowAnyLength(strapi);
    useModels(metadata);
    limitLogIns(settingsOf(strapi));
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    const { connection } = strapi.config.get('database.connection') as { connection: PoolConfig };
    const { answerCacheMb, readDatabase, readTimeout, dataDir } = settingsOf(strapi);
    assertApiSessions();
    assertApiTokens();
    await assertAnyLength(strapi);
    strapiRouter();
    assertTables(
      strapi,
      allResources().map(({ uid }) => uid),
    );
    // Knex has made the password a property that is not copied.
    const primary = { ...connection, password: connection.password };
    openPools({ primary, replica: readDatabase, readSeconds: readTimeout }, (error) => strapi.log.error(error.message));
    keepAnswers(answerCacheMb);
    await prepareDatabase(allResources(), [
      ensureBatches,
      ensureSessionTriggers,
      ensureRequestCounts,
      ensureSsoTables,
      (present, run) => ensureVersions(allResources(), present, run),
    ]);
    await verifyDeclarations(allResources(), allViews(), run);
    installGuard();
    const routes = allRoutes();
    answerClientErrors(strapi.server.httpServer);
    strapi.server.httpServer.once('listening', () =>
      measureHost(dataDir, { 'data folder': dataDir, ...watchedFolders() }),
    );
    compilePipeline([...routes, ...descriptionPages(routes), passwordPage()]);
  },

  async destroy() {
    await closePools();
  },
};

const settingsOf = (strapi: Core.Strapi): Settings => strapi.config.get('plugin::rostra');
