import type { Core } from '@strapi/strapi';
import { assertStrapiHas } from './assert-strapi-has';
import { removePanelAction } from './panel-permissions';

const BUILDER = 'content-type-builder';

/**
 * Removes the routes of the content-type builder: Strapi ignores `enabled: false` for its own plugins. Call it while Strapi
 * registers. Checked with Strapi 5.54.0.
 * @throws StartError when there is no such plugin.
 */
export function removeBuilderRoutes(strapi: Pick<Core.Strapi, 'plugin'>): void {
  const builder = strapi.plugin(BUILDER);
  assertStrapiHas(builder && Object.keys(builder.routes).length > 0, `plugin ${BUILDER} with routes`);
  builder.routes = {};
}

/** Removes the builder's action, which hides its link in the panel. @throws StartError when there is no such action. */
export const removeBuilderAction = (): Promise<void> => removePanelAction(`plugin::${BUILDER}.read`);
