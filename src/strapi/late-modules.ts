import '../runtime/module-cache';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { assertStrapiHas } from './assert-strapi-has';
import { type Known, provideAtRequire, provideLate, resolveFrom } from './modules';

/*
 * Modules that Strapi requires at every start and uses at few requests, or never; with what they require, a fifth of all. Checked
 * with Strapi 5.54.0.
 */

/** A module that runs at its first use. */
interface Late {
  /** Its name in errors. */
  name: string;
  file(): string;
  /** Names of its exports that Strapi uses. */
  uses: string[];
  /** What it answers without running. */
  known?(run: () => Exports): Known;
  /** Runs after it. */
  adapt?(exports: Exports): void;
}

type Exports = Record<string, unknown>;
type Action = (...args: unknown[]) => unknown;

const folderOf = (name: string): string => path.dirname(require.resolve(`${name}/package.json`));
const fromCore = (name: string): string =>
  resolveFrom(resolveFrom(require.resolve('@strapi/strapi'), '@strapi/core'), name);

const fromUtils = (name: string): string => resolveFrom(require.resolve('@strapi/utils'), name);

const DATE_FUNCTIONS = ['add', 'differenceInHours', 'format', 'isDate', 'isValid', 'parse', 'parseISO'];

const LATE: Late[] = [
  // Dates of content types. Each function is a module of its own, too.
  {
    name: 'date-fns',
    file: () => fromUtils('date-fns'),
    uses: DATE_FUNCTIONS,
    known: () => ({
      __esModule: true,
      ...Object.fromEntries(
        DATE_FUNCTIONS.map((name) => {
          let found: Action | undefined;
          const call: Action = (...args) => {
            found ??= require(fromUtils(`date-fns/${name}`)) as Action;
            return found(...args);
          };
          return [name, call];
        }),
      ),
    }),
  },
  // Proxies of outgoing requests. (undici is not late: it replaces the agent of `fetch`.)
  { name: 'global-agent', file: () => fromCore('global-agent'), uses: ['bootstrap'] },
  // The MCP server.
  ...[
    ['node', 'NodeStreamableHTTPServerTransport'],
    ['server', 'McpServer'],
  ].map(([name, use = '']): Late => {
    return {
      name: `@modelcontextprotocol/${name}`,
      file: () => fromCore(`@modelcontextprotocol/${name}`),
      uses: [use],
    };
  }),
  // Examples in metrics.
  {
    name: '@opentelemetry/api',
    file: () => resolveFrom(require.resolve('prom-client'), '@opentelemetry/api'),
    uses: ['context', 'trace'],
  },
  // Mails. The provider creates its transport at the start.
  {
    name: 'nodemailer',
    file: () => resolveFrom(require.resolve('@strapi/provider-email-nodemailer'), 'nodemailer'),
    uses: ['createTransport'],
    known: (run) => ({
      __esModule: undefined,
      createTransport: (...args: unknown[]) => lateObject(() => (run().createTransport as Action)(...args) as Exports),
    }),
  },
  // Images.
  {
    name: 'sharp',
    file: () => resolveFrom(path.join(folderOf('@strapi/upload'), 'package.json'), 'sharp'),
    uses: ['cache', 'concurrency'],
    known: lateSharp,
  },
  // Imports, exports, and transfers between two services.
  {
    name: '@strapi/data-transfer',
    file: () => require.resolve('@strapi/data-transfer'),
    uses: ['strapi', 'engine', 'file'],
    adapt: ({ strapi }) => {
      const { adaptTransfers } = require('./transfers') as typeof import('./transfers');
      adaptTransfers((strapi as { providers: object }).providers);
    },
  },
  {
    name: 'transfers of @strapi/admin',
    file: () => path.join(folderOf('@strapi/admin'), 'dist/server/server/src/controllers/transfer/runner.js'),
    uses: ['push', 'pull'],
    known: (run) => {
      const action =
        (name: string): Action =>
        (...args) =>
          (run()[name] as Action)(...args);
      return { __esModule: true, default: { push: action('push'), pull: action('pull') } };
    },
  },
];

shareLodash();

/** What runs each of them. They must be provided before Strapi is required; one that runs already stays. */
const running = LATE.map((late) => ({ late, run: provideLate(late.file(), late) }));

/**
 * Runs these modules and asserts that they have what Strapi uses.
 * @throws StartError
 */
export function assertLateModules(): void {
  for (const { late, run } of running) {
    const exports = Object(run());
    for (const use of late.uses) assertStrapiHas(use in exports, `"${use}" in ${late.name}`);
  }
}

/** An object that is made at the first use of one of its properties. */
function lateObject(make: () => Exports): Exports {
  let made: Exports | undefined;
  return new Proxy({} as Exports, {
    get: (_, name) => {
      made ??= make();
      const value = made[name as string];
      return typeof value === 'function' ? value.bind(made) : value;
    },
  });
}

/** Strapi limits the cache and the threads of sharp at the start; that waits. */
function lateSharp(run: () => Exports): Known {
  const limits = new Map<string, unknown>();
  let isLimited = false;
  const sharp: Action = (...args) => {
    const real = run() as unknown as Action & Exports;
    if (!isLimited) for (const [name, value] of limits) (real[name] as Action)(value);
    isLimited = true;
    return real(...args);
  };
  for (const name of ['cache', 'concurrency'])
    Object.assign(sharp, { [name]: (value: unknown) => limits.set(name, value) });
  return { __esModule: true, default: sharp };
}

/** Lets modules of single functions be those of lodash as a whole, which Strapi loads anyway; they are 250 files. */
function shareLodash(): void {
  const whole = fromUtils('lodash');
  const folder = path.dirname(whole);
  for (const entry of readdirSync(folder)) {
    const [, name] = /^([a-z]\w*)\.js$/i.exec(entry) ?? [];
    if (!name || whole === path.join(folder, entry)) continue;
    const file = path.join(folder, entry);
    provideAtRequire(file, () => {
      const functions = require(whole) as Exports;
      if (Object.hasOwn(functions, name)) return functions[name];
      delete require.cache[file];
      return require(file);
    });
  }
}
