import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { compressFiles } from './compress.mjs';
import { hashOf, isStamped, writeStamp } from './hash.mjs';
import { panelSources } from './panel-sources.mjs';
import { inRoot } from './paths.mjs';
import { runStep } from './step.mjs';

const SERVER_STAMP = inRoot('dist', '.server-stamp');
const ADMIN_STAMP = inRoot('dist', '.admin-stamp');

/** Strapi silently skips a plugin without a compiled entry. */
const PLUGIN_ENTRIES = ['rostra/server/src', 'newsroom/server'].map((folder) =>
  inRoot('dist', 'src', 'plugins', folder, 'index.js'),
);

/** `strapi build` reads the configuration, which requires these; none of them reaches the panel. */
const BUILD_SECRETS = Object.fromEntries(
  ['APP_KEYS', 'API_TOKEN_SALT', 'ADMIN_JWT_SECRET', 'TRANSFER_TOKEN_SALT', 'ENCRYPTION_KEY', 'JWT_SECRET'].map(
    (name) => [name, 'only-for-the-build'],
  ),
);

const isAdminSource = (file) => /^src\/(admin|plugins\/[^/]+\/(panel|features\/[^/]+\/(panel|texts)))\//.test(file);
const isTest = (file) => /\.test\.tsx?$/.test(file);

/** Whether a file of `src`, `config` or `database` (from the root) is compiled for the server. */
export const isServerSource = (file) => !isAdminSource(file) && !isTest(file);

/** Makes the next `ensureServer` compile everything, because `dist` holds what it did not write. */
export const forgetServerBuild = () => rmSync(SERVER_STAMP, { force: true });

const hashOfServer = () =>
  hashOf(['src', 'config', 'database', 'tsconfig.json', 'package-lock.json'], { accepts: isServerSource });

const isServerBuilt = (hash) => isStamped(SERVER_STAMP, hash) && PLUGIN_ENTRIES.every((entry) => existsSync(entry));

/** Whether the sources of the server have changed since it was compiled; `npm run dev`, which compiles each change, leaves no stamp. */
export const isServerOutdated = () => existsSync(SERVER_STAMP) && !isServerBuilt(hashOfServer());

/** Compiles the server when its sources have changed. What was there stays until the new one is whole. */
export async function ensureServer() {
  const hash = hashOfServer();
  if (isServerBuilt(hash)) return;
  const draft = inRoot('dist', '.new');
  rmSync(draft, { recursive: true, force: true });
  await runStep({
    title: 'Compiling the server',
    name: 'server',
    command: process.execPath,
    args: [
      'node_modules/typescript/bin/tsc',
      '--outDir',
      'dist/.new',
      '--incremental',
      'false',
      '--tsBuildInfoFile',
      'null',
    ],
  });
  forgetServerBuild();
  for (const name of readdirSync(draft)) {
    rmSync(inRoot('dist', name), { recursive: true, force: true });
    renameSync(`${draft}/${name}`, inRoot('dist', name));
  }
  rmSync(draft, { recursive: true, force: true });
  for (const entry of PLUGIN_ENTRIES)
    if (!existsSync(entry)) throw new Error(`A plugin did not compile: ${entry} is missing.`);
  writeStamp(SERVER_STAMP, hash);
}

/** Bundles the admin panel when one of its sources has changed. */
export async function ensureAdmin() {
  const sources = [
    ...panelSources(),
    'config/admin.ts',
    'config/plugins.ts',
    'config/features.ts',
    'scripts/lib/compress.mjs',
    'package-lock.json',
  ];
  const hash = hashOf(sources, {
    extra: JSON.stringify(Object.entries(process.env).filter(([name]) => name.startsWith('STRAPI_ADMIN_'))),
  });
  if (isStamped(ADMIN_STAMP, hash) && existsSync(inRoot('dist', 'build', 'index.html'))) return;
  rmSync(ADMIN_STAMP, { force: true });
  await runStep({
    title: 'Building the admin panel (one to two minutes)',
    name: 'admin',
    command: process.execPath,
    args: ['node_modules/@strapi/strapi/bin/strapi.js', 'build'],
    // Otherwise this would build a development panel, with a guided tour and warnings.
    env: { ...process.env, ...BUILD_SECRETS, NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' },
  });
  await compressFiles(inRoot('dist', 'build'));
  writeStamp(ADMIN_STAMP, hash);
}
