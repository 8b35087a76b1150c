import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformFile } from '@swc/core';
import { forgetServerBuild, isServerSource } from './build.mjs';
import { filesIn } from './hash.mjs';
import { inRoot } from './paths.mjs';

/** The folders that are compiled for the server. */
export const FOLDERS = ['src', 'config', 'database/migrations'];

const OPTIONS = {
  // For debuggers and stack traces.
  sourceMaps: 'inline',
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  // As tsc does, `import()` stays what it is.
  module: { type: 'commonjs', ignoreDynamic: true },
};

/** Compiles the whole server in some seconds, without checking types. */
export async function transpileAll() {
  for (const folder of FOLDERS) rmSync(inRoot('dist', folder), { recursive: true, force: true });
  await transpile(FOLDERS.flatMap(filesIn).filter(isCompiled));
}

/** Whether the server in `dist` has a counterpart of this file. */
export const isCompiled = (file) => /\.(ts|json)$/.test(file) && isServerSource(file);

/**
 * Brings server files in `dist` up to date without checking types, and removes those whose source is gone. The next
 * build with type checks compiles everything again.
 * @param files paths from the root
 * @throws Error when a file does not parse; `dist` is unchanged then.
 */
export async function transpile(files) {
  const sources = files.filter((file) => existsSync(inRoot(file)));
  const compiled = await Promise.all(
    sources.filter(isTypeScript).map(async (file) => ({ file, ...(await transformFile(inRoot(file), OPTIONS)) })),
  );
  forgetServerBuild();
  for (const { file, code } of compiled) writeFileSync(targetOf(file), code);
  for (const file of sources) if (file.endsWith('.json')) copyFileSync(inRoot(file), targetOf(file));
  for (const file of files) if (!sources.includes(file)) rmSync(targetOf(file), { force: true });
}

const isTypeScript = (file) => file.endsWith('.ts');

function targetOf(file) {
  const target = inRoot('dist', file.replace(/\.ts$/, '.js'));
  mkdirSync(path.dirname(target), { recursive: true });
  return target;
}
