import type * as Routes from '../../src/plugins/rostra/server/src/http/routes';
import type { Route } from '../../src/plugins/rostra/server/src/http/routes';
import type * as Registry from '../../src/plugins/rostra/server/src/resource/registry';
import type * as Resources from '../../src/resources';

/** Returns the described path of the operation behind an alias (conventions 1.5); undefined if there is none. */
export function templateOfAlias(method: string, path: string): string | undefined {
  const routes = cachedRoutes();
  const alias = routes.find((route) => route.isAlias && route.method === method && patternOf(route.path).test(path));
  const canonical = alias && routes.find((route) => !route.isAlias && route.action === alias.action);
  return canonical?.path.replaceAll(/:(\w+)/g, '{$1}');
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);

let cache: Route[] | undefined;

function cachedRoutes(): Route[] {
  if (!cache) {
    // Few test files ask for an alias, and these are most modules of the service.
    const { allRoutes } = require('../../src/plugins/rostra/server/src/http/routes') as typeof Routes;
    const { register } = require('../../src/plugins/rostra/server/src/resource/registry') as typeof Registry;
    register(require('../../src/resources') as typeof Resources);
    cache = allRoutes();
  }
  return cache;
}
