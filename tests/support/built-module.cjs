// A transformer of Jest for HTTP and browser tests: modules of `src/` are those of `dist/`, as in the services that they test, and
// run once in each worker (see outside-module.cjs).
const path = require('node:path');

const root = path.resolve(__dirname, '../..');

module.exports = {
  process: (_, file) => {
    const built = path.join(root, 'dist', path.relative(root, file)).replace(/\.ts$/, '.js');
    return {
      code: `module.exports = (typeof requireOutside === 'function' ? requireOutside : require)(${JSON.stringify(built)});`,
    };
  },
};
