import { settings } from '../src/runtime/settings';

/** What serves log-in, the admin panel and Strapi's own API; the specification's paths are served before it. */
export default () => {
  const { bodyLimit, corsOrigins } = settings();
  return [
    'strapi::logger',
    'strapi::errors',
    'global::database-failures',
    'strapi::security',
    { name: 'strapi::cors', config: { origin: corsOrigins } },
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
