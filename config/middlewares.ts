import { settings } from '../src/runtime/settings';

/**
 * What serves log-in, the admin panel and Strapi's own API; the specification's paths are served before it. The log of
 * requests is written by `http/observe.ts` of the plugin, for all of them.
 */
export default () => {
  const { bodyLimit } = settings();
  return [
    'plugin::rostra.answers',
    'strapi::errors',
    'plugin::rostra.errors',
    'global::database-failures',
    'plugin::rostra.uploads',
    'strapi::security',
    // Strapi insists on it; CORS is `plugin::rostra.answers`' part, which gives credentials to nobody.
    { name: 'strapi::cors', config: { origin: '', credentials: false } },
    'strapi::query',
    'plugin::rostra.addresses',
    {
      name: 'strapi::body',
      config: {
        parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
        jsonLimit: bodyLimit,
        formLimit: bodyLimit,
        textLimit: bodyLimit,
      },
    },
    'plugin::rostra.media',
    'strapi::session',
    { name: 'strapi::favicon', config: { path: './public/favicon.png' } },
    'strapi::public',
  ];
};
