import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { appDir, distDir } from '../runtime/paths';
import { assertStrapiHas } from './assert-strapi-has';
import { provide } from './modules';

/*
 * Keeps Strapi from compiling, and from loading the TypeScript compiler, which costs every process a third of a second and
 * 60 MB, and need not be installed. Checked with Strapi 5.54.0.
 */

/** What runs Strapi's own program: its folder, and what it exports. */
export interface Program {
  /** The folder of @strapi/strapi. */
  folder: string;
  core: { compileStrapi?: () => Promise<{ appDir: string; distDir: string }> };
}

/** Modules of the commands that build, which require the bundler as soon as any command starts. */
const BUILDERS = ['build', 'develop'];

/**
 * Makes Strapi's own commands run the server that is built. Almost every one of them compiles the sources first, into the
 * files that a running service reads (`compileStrapi` of @strapi/core). Commands that build are missing.
 * @throws StartError when Strapi compiles in another way
 */
export function runWithoutCompiler({ folder, core }: Program): void {
  assertStrapiHas(core.compileStrapi, 'function compileStrapi in @strapi/core');
  core.compileStrapi = async () => ({ appDir, distDir });
  for (const name of BUILDERS) {
    const file = path.join(folder, 'dist', 'src', 'node', `${name}.js`);
    assertStrapiHas(existsSync(file), `module of the command "${name}"`);
    provide(realpathSync(file), {});
  }
  answerWithoutCompiler();
}

/**
 * Answers for @strapi/typescript-utils, unless that is loaded already (by `strapi build`): a service asks it only where
 * migrations are compiled to, the panel and Strapi's generators whether this is a project in TypeScript. The package
 * itself would load the compiler for that.
 */
export function answerWithoutCompiler(): void {
  const core = createRequire(require.resolve('@strapi/strapi')).resolve('@strapi/core');
  const isUsingTypeScriptSync = (folder: string) => existsSync(path.join(folder, 'tsconfig.json'));
  provide(createRequire(core).resolve('@strapi/typescript-utils'), {
    resolveOutDirSync: () => distDir,
    isUsingTypeScriptSync,
    isUsingTypeScript: async (folder: string) => isUsingTypeScriptSync(folder),
  });
}

/** Asserts that Strapi runs the compiled migrations. @throws StartError */
export function assertCompiledMigrations(strapi: object): void {
  const { db } = strapi as { db?: { config?: { settings?: { migrations?: { dir?: string } } } } };
  const folder = path.join(distDir, 'database', 'migrations');
  assertStrapiHas(db?.config?.settings?.migrations?.dir === folder, 'setting for the folder of compiled migrations');
}
