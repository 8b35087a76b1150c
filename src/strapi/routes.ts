import { actionOf } from './http/pipeline';
import { allRoutes, type Route } from './http/routes';
import { app, mount } from './store/strapi';

/**
 * Gives Strapi the routes and controllers of the declarations, so that its roles page, its token page and its
 * permissions know every operation by name. Called while Strapi registers, before it mounts routes.
 */
export function mountRoutes(): void {
  const controllers = new Map<string, Record<string, unknown>>();
  const routes = new Map<string, Route[]>();
  for (const route of allRoutes().filter(({ isAlias }) => !isAlias)) {
    const [, api = '', controller = '', action = ''] = /^api::([^.]+)\.([^.]+)\.(.+)$/.exec(route.action) ?? [];
    const uid = `api::${api}.${controller}`;
    controllers.set(uid, { ...controllers.get(uid), [action]: actionOf(route) });
    routes.set(api, [...(routes.get(api) ?? []), route]);
  }
  for (const [uid, actions] of controllers) app().get('controllers').set(uid, actions);
  for (const [api, mounted] of routes) {
    mount(
      api,
      mounted.map(({ method, path, action }) => ({ method, path, handler: action })),
    );
  }
}
