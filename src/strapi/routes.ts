import { actionFor } from '../plugins/rostra/server/src/http/pipeline';
import { allRoutes, type Route } from '../plugins/rostra/server/src/http/routes';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { assertThere } from './assert-there';

/**
 * Gives Strapi the routes and controllers of the declarations, so that its roles page, its token page and its
 * permissions know every operation by name. Call it while Strapi registers, before it mounts routes. Checked with Strapi
 * 5.54.0.
 * @throws StartError when Strapi keeps its controllers elsewhere, or knows no such API.
 */
export function mountRoutes(): void {
  const controllers = new Map<string, Record<string, unknown>>();
  const routes = new Map<string, Route[]>();
  for (const route of allRoutes().filter(({ isAlias }) => !isAlias)) {
    const [, api = '', controller = '', action = ''] = /^api::([^.]+)\.([^.]+)\.(.+)$/.exec(route.action) ?? [];
    const uid = `api::${api}.${controller}`;
    controllers.set(uid, { ...controllers.get(uid), [action]: actionFor(route) });
    routes.set(api, [...(routes.get(api) ?? []), route]);
  }
  const registry = app().get('controllers') as { set?(uid: string, actions: object): void } | undefined;
  assertThere(typeof registry?.set === 'function', 'registry of controllers');
  for (const [uid, actions] of controllers) registry.set(uid, actions);
  for (const [name, mounted] of routes) {
    const api = app().api(name) as { routes?: object } | undefined;
    assertThere(api?.routes, `routes of the API "${name}"`);
    api.routes = {
      rostra: {
        type: 'content-api',
        routes: mounted.map(({ method, path, action }) => ({ method, path, handler: action })),
      },
    };
  }
}
