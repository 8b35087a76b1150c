import { allRoutes, type Route } from '../../src/plugins/rostra/server/src/http/routes';
import { register } from '../../src/plugins/rostra/server/src/resource/registry';
import { endpoints, resources, views } from '../../src/resources';

/** The described path of the operation that answers at another spelling of it (decisions, 1.5); undefined for none. */
export function templateOfAlias(method: string, path: string): string | undefined {
  const routes = routesOnce();
  const alias = routes.find((route) => route.isAlias && route.method === method && patternOf(route.path).test(path));
  const own = alias && routes.find((route) => !route.isAlias && route.action === alias.action);
  return own?.path.replaceAll(/:(\w+)/g, '{$1}');
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);

let known: Route[] | undefined;

function routesOnce(): Route[] {
  if (!known) {
    register({ resources, views, endpoints });
    known = allRoutes();
  }
  return known;
}
