import { settings } from '../src/runtime/settings';

const EXPOSED = ['X-Request-Id', 'Retry-After'];

/** What serves log-in, the admin panel and Strapi's own API; the specification's paths are served before it. The log of
 * requests is written by `http/observe.ts` of the plugin, for all of them. */
export default () => {
  const { bodyLimit, corsOrigins } = settings();
  return [
    'strapi::errors',
    'global::database-failures',
    'strapi::security',
    { name: 'strapi::cors', config: { origin: corsOrigins, expose: EXPOSED } },
    'strapi::poweredBy',
    'strapi::query',
    {
      name: 'strapi::body',
      config: {
        parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
        jsonLimit: bodyLimit,
        formLimit: bodyLimit,
        textLimit: bodyLimit,
      },
    },
    'strapi::session',
    { name: 'strapi::favicon', config: { path: './public/favicon.png' } },
    'strapi::public',
  ];
};
