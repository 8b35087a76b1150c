import Module, { createRequire } from 'node:module';

/*
 * What Strapi gets when it requires a file: modules that it finds in the cache of Node.js. Checked with Strapi 5.54.0.
 */

/** Lets this process require a file without running it, unless it has run already. */
export function provide(file: string, exports: object): void {
  require.cache[file] ??= Object.assign(new Module(file, module), { filename: file, loaded: true, exports });
}

/** Lets this process require a file whose exports are found at the first `require`, unless it has run already. */
export function provideAtRequire(file: string, find: () => unknown): void {
  if (!require.cache[file]) {
    const stub = new Module(file, module);
    Object.assign(stub, { filename: file, loaded: true });
    require.cache[file] = Object.defineProperty(stub, 'exports', { get: find });
  }
}

/** What a module answers without running, by the names of its exports. */
export type Known = Record<string, unknown>;

/** What a late module answers until it runs (nothing), and what is done to its exports once it has run (nothing). */
interface Late<T> {
  known?(run: () => T): Known;
  adapt?(exports: T): void;
}

/**
 * Lets this process require a file that runs only when one of its exports is used, unless it has run already.
 * @returns what runs it, and returns its exports
 */
export function provideLate<T extends Record<string, unknown>>(file: string, { known, adapt }: Late<T> = {}): () => T {
  let exports: T | undefined;
  const run = (): T => {
    if (!exports) {
      if (require.cache[file]?.exports === standIn) delete require.cache[file];
      const loaded = require(file) as T;
      adapt?.(loaded);
      exports = loaded;
    }
    return exports;
  };
  const answers = known?.(run) ?? {};
  const standIn = new Proxy(answers, {
    get: (_, name) => (Object.hasOwn(answers, name) ? answers[name as string] : run()[name as string]),
    has: (_, name) => Object.hasOwn(answers, name) || name in run(),
  });
  provide(file, standIn);
  return run;
}

/** The file that a module in the file `from` gets for a name. */
export const resolveFrom = (from: string, name: string): string => createRequire(from).resolve(name);
