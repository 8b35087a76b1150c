/** Units stand beside the code; HTTP and browser tests each run against a built service with a database of its own. */
const transform = {
  '^.+\\.ts$': [
    '@swc/jest',
    { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
  ],
};

module.exports = {
  // One at a time: the tests count the statements that reach the database.
  maxWorkers: 1,
  projects: [
    {
      displayName: 'unit',
      testEnvironment: 'node',
      roots: ['<rootDir>/src', '<rootDir>/scripts'],
      testMatch: ['**/*.test.ts'],
      transform,
    },
    {
      displayName: 'http',
      testEnvironment: 'node',
      roots: ['<rootDir>/tests/http'],
      testMatch: ['**/*.test.ts'],
      transform,
      globalSetup: '<rootDir>/tests/support/global-setup.ts',
      globalTeardown: '<rootDir>/tests/support/global-teardown.ts',
      setupFilesAfterEnv: ['<rootDir>/tests/support/time-limit.ts'],
    },
    {
      displayName: 'browser',
      testEnvironment: 'node',
      roots: ['<rootDir>/tests/browser'],
      testMatch: ['**/*.test.ts'],
      transform,
      globalSetup: '<rootDir>/tests/support/browser-setup.ts',
      globalTeardown: '<rootDir>/tests/support/browser-teardown.ts',
      setupFiles: ['<rootDir>/tests/support/browser-context.ts'],
      setupFilesAfterEnv: ['<rootDir>/tests/support/time-limit.ts'],
    },
  ],
};
