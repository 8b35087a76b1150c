/*
 * node deploy/slim.mjs node_modules: removes what a running service never reads from a tree installed without
 * development packages: sources of the panel, which is already built, the bundler, the compiler, types, source maps.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const [root] = process.argv.slice(2);
if (!root || !existsSync(path.join(root, '@strapi', 'core'))) {
  console.error('usage: node deploy/slim.mjs NODE_MODULES');
  process.exit(2);
}

/** Packages used only to build the server and the panel. */
const FOR_BUILDS = [
  '@codemirror',
  '@dnd-kit',
  '@esbuild',
  '@floating-ui',
  '@formatjs/intl',
  '@mux',
  '@radix-ui',
  '@reduxjs',
  '@strapi/icons',
  '@swc',
  '@testing-library',
  '@vitejs',
  'codemirror',
  'codemirror5',
  'core-js-pure',
  'cytoscape',
  'cytoscape-fcose',
  'esbuild',
  'framer-motion',
  'highlight.js',
  'hls.js',
  'media-chrome',
  'motion-dom',
  'mux-embed',
  'prismjs',
  'recharts',
  'rollup',
  'typedoc',
  'typescript',
  'vite',
  'webpack',
];
const UNREAD = /\.(map|d\.[cm]?ts|flow|markdown|md)$/i;

const before = bytesOf(root);
for (const name of FOR_BUILDS) rmSync(path.join(root, name), { recursive: true, force: true });
for (const name of readdirSync(path.join(root, '@strapi')))
  rmSync(path.join(root, '@strapi', name, 'dist', 'admin'), { recursive: true, force: true });
removeUnread(root);
console.log(`${megabytes(before)} MB before, ${megabytes(bytesOf(root))} MB after.`);

/** Removes texts for developers; keeps licences and code. */
function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) removeUnread(at);
    else if (UNREAD.test(entry.name) && !/licen[cs]e|notice/i.test(entry.name)) rmSync(at);
  }
}

function bytesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return sum + bytesOf(at);
    return entry.isFile() ? sum + statSync(at).size : sum;
  }, 0);
}

function megabytes(bytes) {
  return Math.round(bytes / 1024 / 1024);
}
