import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

/** Any text that could be the path of a module: of an import, a dynamic import or a worker. */
const RELATIVE_PATH = /['"](\.{1,2}\/[^'"\n]+)['"]/g;
const ENDINGS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

/**
 * The files of `src` that the panel's bundle is made of: the entries of the panel and of the plugins, their manifests, and
 * every file that one of them imports, wherever it stands. Strapi's own build finds them in the same way.
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

/** The manifest of every plugin, and the entry of its part of the panel where it has one. */
function pluginEntries() {
  return readdirSync(inRoot('src/plugins')).flatMap((name) => {
    const manifest = `src/plugins/${name}/package.json`;
    const { exports } = JSON.parse(readFileSync(inRoot(manifest), 'utf8'));
    const entry = exports['./strapi-admin']?.import;
    return [manifest, ...(entry ? [path.posix.join(path.posix.dirname(manifest), entry)] : [])];
  });
}

function importsOf(file) {
  return [...readFileSync(inRoot(file), 'utf8').matchAll(RELATIVE_PATH)].flatMap(([, given]) => {
    const target = path.posix.join(path.posix.dirname(file), given);
    const ending = ENDINGS.find((each) => isFile(inRoot(target + each)));
    return ending === undefined ? [] : [target + ending];
  });
}

const isFile = (file) => existsSync(file) && statSync(file).isFile();
