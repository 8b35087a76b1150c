import type { Core } from '@strapi/strapi';
import type { PoolConfig } from 'pg';
import { limitLogIns } from './access/log-in-limit';
import { descriptionPages } from './describe/pages';
import { installGuard } from './guard/guard';
import { answerClientErrors } from './http/client-error';
import { compilePipeline, type PipelineOptions, pipeline } from './http/pipeline';
import { allRoutes } from './http/routes';
import { keepAnswers } from './operations/answer/kept';
import { ensureBatches } from './plan/batch-tables';
import { allResources } from './resource/registry';
import { useModels } from './sql/model';
import { addSso } from './sso';
import type { SsoOptions } from './sso/options';
import { ensureSsoTables } from './sso/tables';
import { allowAnyLength } from './store/any-length';
import { tellWhenHeard } from './store/events';
import { closePools, openPools } from './store/pools';
import { prepareDatabase } from './store/prepare';
import { metadata, useStrapi } from './store/strapi';
import { ensureVersions } from './store/versions/keep';

/** The plugin's part of the configuration (`config/plugins.ts`). */
interface Settings extends PipelineOptions {
  /** Room for finished answers, in megabytes. */
  answerCacheMb: number;
  /** A streaming replica to read from. */
  readDatabase?: PoolConfig;
  /** Where the links in mails, and identity providers, lead people to. */
  publicUrl: string;
  /** The identity provider, where there is one. */
  sso?: SsoOptions;
}

/** The plugin: serves the resources that the application has registered (see `src/index.ts`). */
export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    useStrapi(strapi);
    // Before the middlewares of `config/middlewares.ts`, and the one of sessions, which comes before those.
    const { sso, ...options } = settingsOf(strapi);
    strapi.server.use(pipeline(options));
    addSso(strapi, options, sso);
    tellWhenHeard();
    allowAnyLength();
    useModels(metadata);
    limitLogIns();
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    const { connection } = strapi.config.get('database.connection') as { connection: PoolConfig };
    const { answerCacheMb, readDatabase } = settingsOf(strapi);
    // Knex has made the password a property that is not copied.
    openPools({ ...connection, password: connection.password }, readDatabase, (error) =>
      strapi.log.error(error.message),
    );
    keepAnswers(answerCacheMb);
    await prepareDatabase(allResources(), [
      ensureBatches,
      ensureSsoTables,
      (present, run) => ensureVersions(allResources(), present, run),
    ]);
    installGuard();
    const routes = allRoutes();
    answerClientErrors(strapi.server.httpServer);
    compilePipeline([...routes, ...descriptionPages(routes)]);
  },

  async destroy() {
    await closePools();
  },
};

const settingsOf = (strapi: Core.Strapi): Settings => strapi.config.get('plugin::rostra');
