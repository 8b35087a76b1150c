import { settings } from '../src/runtime/settings';

/**
 * The middlewares of log-in, the admin panel and Strapi's own API. The plugin serves the specification's paths before them, and
 * logs all requests (`http/observe.ts`).
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
    // Strapi requires it; `plugin::rostra.answers` handles CORS, and allows no credentials.
    { name: 'strapi::cors', config: { origin: '', credentials: false } },
    'strapi::query',
    'plugin::rostra.urls',
    {
      name: 'strapi::body',
      config: {
        parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
        jsonLimit: bodyLimit,
        formLimit: bodyLimit,
        textLimit: bodyLimit,
        // Texts beside the files of a form.
        formidable: { maxFieldsSize: 1024 * 1024 },
      },
    },
    'plugin::rostra.media',
    'strapi::session',
    { name: 'strapi::favicon', config: { path: './public/favicon.png' } },
    'strapi::public',
  ];
};
