// A plain Strapi as run by `strapi start`: `server.mjs FOLDER`. Sends an API token to its parent when it is ready.
import { createRequire } from 'node:module';
import path from 'node:path';

const { createStrapi } = createRequire(import.meta.url)('@strapi/strapi');

const TOKEN = 'benchmark';

process.env.TZ = 'UTC';
process.env.STRAPI_TELEMETRY_DISABLED = 'true';
const appDir = path.resolve(process.argv[2]);
process.chdir(appDir);
const strapi = await createStrapi({ appDir, distDir: appDir }).load();
await strapi.listen();
const tokens = strapi.service('admin::api-token');
const known = await tokens.getByName(TOKEN);
if (known) await tokens.revoke(known.id);
const { accessKey } = await tokens.create({ name: TOKEN, description: '', type: 'full-access', lifespan: null });
process.send?.({ token: accessKey });
