import type { Core } from '@strapi/strapi';
import type { PoolConfig } from 'pg';
import { allowAnyLength, assertAnyLength } from '../../../../strapi/any-length';
import { assertApiSessions } from '../../../../strapi/api-sessions';
import { assertApiTokens } from '../../../../strapi/api-tokens';
import { skipUnusedEventReads } from '../../../../strapi/events';
import { assertTables, metadata } from '../../../../strapi/metadata';
import { originOfRequest } from '../../../../strapi/request-origin';
import { strapiRouter } from '../../../../strapi/router';
import { settleEmissions } from '../../../../strapi/write-events';
import { followWriteHooks } from '../../../../strapi/write-hooks';
import { type LogInLimits, limitLogIns } from './access/log-in-limit';
import { passwordPage } from './access/password-page';
import { descriptionPages } from './describe/docs';
import { installGuard } from './guard/guard';
import { watchedFolders } from './health/checks';
import { probes } from './health/probes';
import { answerClientErrors } from './http/client-error';
import { type MetricsAccess, metricsPage } from './http/metrics-page';
import { observe } from './http/observe';
import { compilePipeline, type PipelineOptions, pipeline } from './http/pipeline';
import { allRoutes } from './http/routes';
import { measureHost } from './metrics/host';
import { openCache } from './operations/answer/cache';
import { allResources, allViews } from './resource/registry';
import { useModels } from './sql/model';
import { addSso } from './sso/middleware';
import type { SsoOptions } from './sso/options';
import { ensureSsoTables } from './sso/tables';
import { ensureBatches } from './store/batches/tables';
import { run } from './store/database';
import { ensureDownloads } from './store/downloads/tables';
import { ensureExternalIds } from './store/external-ids/tables';
import { ensureHistory } from './store/history/ensure';
import { applyErasures } from './store/history/erasures-file';
import { useRequestOrigins } from './store/history/origin';
import { keepHistory } from './store/history/retention';
import { ensureOpenForms } from './store/open-forms';
import { closePools, openPools } from './store/pools';
import { prepareDatabase } from './store/prepare';
import { ensureRequestCounts } from './store/rate-limit-counts';
import { ensureViews } from './store/saved-views';
import { ensureSessionTriggers } from './store/sessions';
import { isSettled } from './store/settled';
import { setStrapi } from './store/strapi';
import { verifyNames, verifyStatements } from './store/verify';
import { ensureVersions } from './store/versions/ensure';
import { strapiAnswers } from './strapi-routes/answers';
import { clientErrors } from './strapi-routes/errors';
import { checkMediaIds } from './strapi-routes/media';
import { checkUrls } from './strapi-routes/urls';
import { serveUploads } from './uploads/serve';

/** The plugin's settings (`config/plugins.ts`). */
interface PluginSettings extends PipelineOptions, LogInLimits, MetricsAccess {
  /** Size of the cache of finished answers, in megabytes. */
  answerCacheMb: number;
  /** Time limit of a reading statement, in seconds. */
  readTimeout: number;
  /** How long the database may be silent during a write, in seconds. */
  databaseTimeout: number;
  /** A streaming replica to read from. */
  readDatabase?: PoolConfig;
  dataDir: string;
  /** How many days history keeps values; without it, for ever. */
  historyDays?: number;
  /** The public address, for links in mails and for identity providers. */
  publicUrl: string;
  /** The identity provider, if there is one. */
  sso?: SsoOptions;
}

let stopPruning: () => void = () => undefined;

/** The plugin: serves the resources that the application registers (`src/index.ts`). */
export default {
  /** Middlewares around Strapi's own routes, in the order of `config/middlewares.ts`. */
  middlewares: {
    answers: (_: unknown, { strapi }: { strapi: Core.Strapi }) => strapiAnswers(settingsOf(strapi).corsOrigins),
    errors: () => clientErrors,
    uploads: () => serveUploads,
    urls: () => checkUrls,
    media: () => checkMediaIds,
  },

  register({ strapi }: { strapi: Core.Strapi }) {
    setStrapi(strapi);
    // Must precede the middlewares of `config/middlewares.ts`, and Strapi's session middleware before them.
    const { sso, ...options } = settingsOf(strapi);
    strapi.server.use(observe).use(probes).use(metricsPage(options)).use(pipeline(options));
    addSso(strapi, options, sso);
    followWriteHooks(strapi);
    skipUnusedEventReads(strapi);
    allowAnyLength(strapi);
    useModels(metadata);
    useRequestOrigins(() => originOfRequest(strapi));
    limitLogIns(settingsOf(strapi));
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    const { connection } = strapi.config.get('database.connection') as { connection: PoolConfig };
    const { answerCacheMb, readDatabase, readTimeout, databaseTimeout, dataDir, historyDays } = settingsOf(strapi);
    assertApiSessions();
    assertApiTokens();
    await assertAnyLength(strapi);
    strapiRouter();
    assertTables(
      strapi,
      allResources().map(({ uid }) => uid),
    );
    const isProven = await isSettled('declarations');
    if (!isProven) verifyNames(allResources(), allViews());
    // Knex makes the password non-enumerable, so a spread does not copy it.
    const primary = { ...connection, password: connection.password };
    openPools({ primary, replica: readDatabase, readSeconds: readTimeout, writeSeconds: databaseTimeout }, (error) =>
      strapi.log.error(error.message),
    );
    openCache(answerCacheMb);
    await prepareDatabase(allResources(), [
      ensureSessionTriggers,
      ensureRequestCounts,
      ensureOpenForms,
      ensureViews,
      ensureSsoTables,
      ensureExternalIds,
      ensureDownloads,
      (present, run) => ensureVersions(allResources(), present, run),
      (present, run) => ensureHistory(allResources(), present, run),
      (_, run) => applyErasures(dataDir, (line) => strapi.log.warn(line), run),
      ensureBatches,
    ]);
    if (!isProven) await verifyStatements(allResources(), allViews(), run);
    installGuard();
    const routes = allRoutes();
    answerClientErrors(strapi.server.httpServer);
    strapi.server.httpServer.once('listening', () => {
      measureHost(dataDir, { 'data folder': dataDir, ...watchedFolders() });
      if (historyDays) stopPruning = keepHistory(historyDays, (error) => strapi.log.error(error.message));
    });
    compilePipeline([...routes, ...descriptionPages(routes, { isProven }), passwordPage()]);
  },

  async destroy() {
    stopPruning();
    await settleEmissions();
    await closePools();
  },
};

const settingsOf = (strapi: Core.Strapi): PluginSettings => strapi.config.get('plugin::rostra');
