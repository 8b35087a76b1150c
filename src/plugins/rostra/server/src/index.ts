import type { Core } from '@strapi/strapi';
import type { PoolConfig } from 'pg';
import { forgetOnChange } from './access/forget-on-change';
import { limitLogIns } from './access/log-in-limit';
import { descriptionPages } from './describe/pages';
import { installGuard } from './guard/guard';
import { answerClientErrors } from './http/client-error';
import { compilePipeline, type PipelineOptions, pipeline } from './http/pipeline';
import { allRoutes } from './http/routes';
import { ensureBatches } from './plan/batch-tables';
import { allResources } from './resource/registry';
import { useModels } from './sql/model';
import { allowAnyLength } from './store/any-length';
import { closePool, openPool } from './store/database';
import { prepareDatabase } from './store/prepare';
import { metadata, useStrapi } from './store/strapi';

/** The plugin: serves the resources that the application has registered (see `src/index.ts`). */
export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    useStrapi(strapi);
    allowAnyLength();
    useModels(metadata);
    limitLogIns();
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    const { connection } = strapi.config.get('database.connection') as { connection: PoolConfig };
    // Knex has made the password a property that is not copied.
    openPool({ ...connection, password: connection.password, max: 10 }, (error) => strapi.log.error(error.message));
    await prepareDatabase(allResources(), [ensureBatches]);
    installGuard();
    forgetOnChange();
    const routes = allRoutes();
    answerClientErrors(strapi.server.httpServer);
    compilePipeline([...routes, ...descriptionPages(routes)]);
  },

  async destroy() {
    await closePool();
  },

  middlewares: {
    pipeline: (options: PipelineOptions) => pipeline(options),
  },
};
