import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

/** Any string that may be a module path: of an import, a dynamic import or a worker. */
const RELATIVE_PATH = /['"](\.{1,2}\/[^'"\n]+)['"]/g;
const ENDINGS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

/**
 * The files of `src` in the panel's bundle: the entries of the panel and the plugins, their manifests, and every file
 * they import, anywhere. Strapi's build finds them in the same way.
 */
export function panelSources() {
  const found = new Set();
  const queue = ['src/admin/app.tsx', ...pluginEntries()];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    if (/\.tsx?$/.test(file)) queue.push(...importsOf(file));
  }
  return [...found].sort();
}

/** The manifest of every plugin, and the entry of its panel part, if any. */
function pluginEntries() {
  return readdirSync(inRoot('src/plugins')).flatMap((name) => {
    const manifest = `src/plugins/${name}/package.json`;
    const { exports } = JSON.parse(readFileSync(inRoot(manifest), 'utf8'));
    const entry = exports['./strapi-admin']?.import;
    return [manifest, ...(entry ? [path.posix.join(path.posix.dirname(manifest), entry)] : [])];
  });
}

function importsOf(file) {
  return [...readFileSync(inRoot(file), 'utf8').matchAll(RELATIVE_PATH)].flatMap(([, modulePath]) => {
    const target = path.posix.join(path.posix.dirname(file), modulePath);
    const ending = ENDINGS.find((each) => isFile(inRoot(target + each)));
    return ending === undefined ? [] : [target + ending];
  });
}

const isFile = (file) => existsSync(file) && statSync(file).isFile();
