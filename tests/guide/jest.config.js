const { projects } = require('../../jest.config.js');

const browser = projects.find(({ displayName }) => displayName === 'browser');

/** The pictures of the editors' guide: taken as the browser tests work, apart from them. */
module.exports = {
  ...browser,
  displayName: 'guide',
  rootDir: '../..',
  roots: ['<rootDir>/tests/guide'],
  testMatch: ['**/*.pictures.ts'],
  globalSetup: '<rootDir>/tests/guide/set-up.ts',
  maxWorkers: 1,
};
