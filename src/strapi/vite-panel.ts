import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/** Strapi's own `develop --watch-admin` is made of these. */
interface BuildTools {
  createBuildContext?(options: object): Promise<object>;
  writeStaticClientFiles?(context: object): Promise<void>;
  watch?(context: object): Promise<Watcher>;
}

interface Watcher {
  close(): Promise<void>;
}

type Loaded = Pick<Core.Strapi, 'dirs' | 'log' | 'config'> & { server: object };

/**
 * Serves the admin panel from its sources through Vite, which reloads open pages when a source changes. For development;
 * call it after `load()` and before `listen()`. Checked with Strapi 5.54.0 (`node/develop.js`).
 * @returns what stops watching.
 * @throws StartError when Strapi attaches Vite in another way.
 */
export async function watchPanel(strapi: Loaded): Promise<Watcher> {
  const { router } = strapi.server as { router?: { stack?: { path: unknown }[] } };
  const panelRoute = `${strapi.config.get('admin.path')}/:path*`;
  assertStrapiHas(
    router?.stack?.some((layer) => layer.path === panelRoute),
    'route that serves the admin panel',
  );
  const { createBuildContext, writeStaticClientFiles, watch } = buildTools();
  assertStrapiHas(createBuildContext && writeStaticClientFiles && watch, 'tools that attach Vite to a running service');
  const context = await createBuildContext({
    cwd: strapi.dirs.app.root,
    logger: strapi.log,
    strapi: withOtherFolders(strapi),
    tsconfig: undefined,
    options: { open: false },
  });
  await writeStaticClientFiles(context);
  return watch(context);
}

/** The package exports none of these files, so they are required by path. */
function buildTools(): BuildTools {
  const folder = path.join(path.dirname(require.resolve('@strapi/strapi/package.json')), 'dist/src/node');
  const files = ['create-build-context.js', 'staticFiles.js', 'vite/watch.js'];
  return Object.assign({}, ...files.map((file) => require(path.join(folder, file))));
}

/**
 * The same Strapi with two other folders: the context empties the folder of the built panel, which must survive, and compiles
 * the configuration again if it finds TypeScript.
 */
function withOtherFolders<T extends Loaded>(strapi: T): T {
  const { app, dist } = strapi.dirs;
  const dirs = {
    ...strapi.dirs,
    app: { ...app, config: dist.config },
    dist: { ...dist, root: path.join(app.root, '.strapi') },
  };
  return Object.create(strapi, { dirs: { value: dirs } });
}
