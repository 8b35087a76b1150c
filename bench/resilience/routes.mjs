// Prints all routes of a service, including Strapi's and its plugins', as JSON: [{method, path}]. Runs in the
// service's environment.
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const { withStrapi } = require(path.resolve(import.meta.dirname, '../../dist/src/runtime/strapi.js'));

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

const routes = await withStrapi(async (strapi) => {
  strapi.server.mount();
  return strapi.server
    .listRoutes()
    .flatMap(({ methods, path: address }) =>
      methods
        .filter((method) => METHODS.has(method) && typeof address === 'string')
        .map((method) => ({ method, path: address })),
    );
});
console.log(JSON.stringify(routes));
