/**
 * Units stand beside the code; HTTP and browser tests run against built services. Each worker has services with databases
 * of their own, so that files that run at the same time neither see nor count what the others do.
 */
const path = require('node:path');

const outside = '(knex|kysely|zod|playwright-core|@redocly/openapi-core)';

const transform = {
  // Loaded once in each worker; a test file takes a fifth of the time to load.
  [`/node_modules/${outside}/`]: '<rootDir>/tests/support/outside-module.cjs',
  '^.+\\.ts$': [
    '@swc/jest',
    { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
  ],
};

/** As a regular expression: the path of a clone may have any characters. */
const SOURCES = path.join(__dirname, 'src').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Of tests that run against `dist/`. */
const transformOfBuilt = {
  [`^${SOURCES}/.+\\.ts$`]: '<rootDir>/tests/support/built-module.cjs',
  ...transform,
};

const transformIgnorePatterns = [`/node_modules/(?!${outside}/)`];
const testEnvironment = '<rootDir>/tests/support/cost-environment.cjs';

module.exports = {
  maxWorkers: 3,
  reporters: ['default', '<rootDir>/tests/support/cost-reporter.cjs'],
  projects: [
    {
      displayName: 'unit',
      testEnvironment,
      roots: ['<rootDir>/src', '<rootDir>/scripts'],
      testMatch: ['**/*.test.ts'],
      transform,
      transformIgnorePatterns,
      setupFilesAfterEnv: ['<rootDir>/tests/support/time-limit.ts'],
    },
    {
      displayName: 'http',
      testEnvironment,
      roots: ['<rootDir>/tests/http'],
      testMatch: ['**/*.test.ts'],
      transform: transformOfBuilt,
      transformIgnorePatterns,
      globalSetup: '<rootDir>/tests/support/global-setup.ts',
      globalTeardown: '<rootDir>/tests/support/global-teardown.ts',
      setupFiles: ['<rootDir>/tests/support/http-worker.ts'],
      setupFilesAfterEnv: ['<rootDir>/tests/support/time-limit.ts'],
    },
    {
      displayName: 'browser',
      testEnvironment,
      roots: ['<rootDir>/tests/browser'],
      testMatch: ['**/*.test.ts'],
      transform: transformOfBuilt,
      transformIgnorePatterns,
      globalSetup: '<rootDir>/tests/support/browser-setup.ts',
      globalTeardown: '<rootDir>/tests/support/browser-teardown.ts',
      setupFiles: ['<rootDir>/tests/support/browser-worker.ts'],
      setupFilesAfterEnv: ['<rootDir>/tests/support/time-limit.ts'],
    },
  ],
};
