import type { Core } from '@strapi/strapi';
import type { PoolConfig } from 'pg';
import { limitLogIns } from './access/log-in-limit';
import { descriptionPages } from './describe/pages';
import { refuseAddresses } from './doors/addresses';
import { answerDoors } from './doors/answers';
import { refuseFaulty } from './doors/errors';
import { refuseMediaNames } from './doors/media';
import { installGuard } from './guard/guard';
import { answerClientErrors } from './http/client-error';
import { compilePipeline, type PipelineOptions, pipeline } from './http/pipeline';
import { allRoutes } from './http/routes';
import { keepAnswers } from './operations/answer/kept';
import { ensureBatches } from './plan/batch-tables';
import { allResources } from './resource/registry';
import { useModels } from './sql/model';
import { allowAnyLength } from './store/any-length';
import { tellWhenHeard } from './store/events';
import { closePools, openPools } from './store/pools';
import { prepareDatabase } from './store/prepare';
import { metadata, useStrapi } from './store/strapi';
import { ensureVersions } from './store/versions/keep';
import { serveUploads } from './uploads/serve';

/** The plugin's part of the configuration (`config/plugins.ts`). */
interface Settings extends PipelineOptions {
  /** Room for finished answers, in megabytes. */
  answerCacheMb: number;
  /** A streaming replica to read from. */
  readDatabase?: PoolConfig;
}

/** The plugin: serves the resources that the application has registered (see `src/index.ts`). */
export default {
  /** What stands around Strapi's own doors, in the order of `config/middlewares.ts`. */
  middlewares: {
    answers: (_: unknown, { strapi }: { strapi: Core.Strapi }) => answerDoors(settingsOf(strapi).corsOrigins),
    errors: () => refuseFaulty,
    uploads: () => serveUploads,
    addresses: () => refuseAddresses,
    media: () => refuseMediaNames,
  },

  register({ strapi }: { strapi: Core.Strapi }) {
    useStrapi(strapi);
    // Before the middlewares of `config/middlewares.ts`, and the one of sessions, which comes before those.
    strapi.server.use(pipeline(settingsOf(strapi)));
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
