import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/programs.mjs';

/**
 * The configuration of `create-strapi`, with the same pool as ours and no page limit, since `?all` must be answered.
 */
const CONFIG = {
  admin: `({
    auth: { secret: 'a secret of the benchmark' }, apiToken: { salt: 'a salt of the benchmark' },
    transfer: { token: { salt: 'another salt of the benchmark' } }, flags: { nps: false, promoteEE: false },
  })`,
  api: `({ rest: { defaultLimit: 25, maxLimit: 1_000_000, withCount: true } })`,
  database: `({
    connection: { client: 'postgres', connection: { connectionString: process.env.DATABASE_URL }, pool: { min: 0, max: 10 } },
  })`,
  logger: `({ level: 'warn' })`,
  middlewares: `['strapi::logger', 'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy', 'strapi::query',
    'strapi::body', 'strapi::session', 'strapi::favicon', 'strapi::public']`,
  plugins: `({ 'users-permissions': { config: { jwtSecret: 'a secret of the benchmark' } } })`,
  server: `({
    host: '127.0.0.1', port: Number(process.env.PORT), app: { keys: ['a key of the benchmark'] },
    logger: { updates: { enabled: false }, startup: { enabled: false } },
  })`,
};

/** Writes a plain Strapi application with this repository's content types into an empty folder. */
export function makeStockApp(folder) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const dependencies = { '@strapi/plugin-users-permissions': '*', '@strapi/strapi': '*' };
  write(folder, 'package.json', JSON.stringify({ name: 'stock', version, dependencies, strapi: {} }));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(CONFIG)) write(folder, `config/${name}.js`, `module.exports = ${text};\n`);
  write(folder, 'public/uploads/.gitkeep', '');
  cpSync(path.join(root, 'public', 'favicon.png'), path.join(folder, 'favicon.png'));
  cpSync(path.join(root, 'src', 'components'), path.join(folder, 'src', 'components'), {
    recursive: true,
    filter: (file) => !/\.ts$|panels$/.test(file),
  });
  for (const entry of readdirSync(path.join(root, 'src', 'api'), { withFileTypes: true })) {
    if (entry.isDirectory()) makeApi(folder, entry.name);
  }
}

function makeApi(folder, api) {
  const kinds = path.join(root, 'src', 'api', api, 'content-types');
  let names = [];
  try {
    names = readdirSync(kinds);
  } catch {
    return;
  }
  for (const name of names) {
    const schema = JSON.parse(readFileSync(path.join(kinds, name, 'schema.json'), 'utf8'));
    for (const attribute of Object.values(schema.attributes)) replaceCustomField(attribute);
    const to = `src/api/${api}`;
    write(folder, `${to}/content-types/${name}/schema.json`, JSON.stringify(schema));
    for (const part of ['Controller', 'Router', 'Service']) {
      const text = `module.exports = require('@strapi/strapi').factories.createCore${part}('api::${api}.${name}');\n`;
      write(folder, `${to}/${part === 'Router' ? 'routes' : `${part.toLowerCase()}s`}/${name}.js`, text);
    }
  }
}

/** Replaces a custom field of our panel by its stored type. */
function replaceCustomField(attribute) {
  if (attribute.type !== 'customField') return;
  attribute.type = 'json';
  delete attribute.customField;
}

function write(folder, name, text) {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
