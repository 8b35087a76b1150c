// npm run up: installs, builds and serves; it requires only Node.js.
import { makeReady } from './lib/ready.mjs';
import { supervise } from './lib/supervise.mjs';

await makeReady({ admin: true });
process.exitCode = await supervise({
  command: process.execPath,
  args: ['dist/src/cli/serve.js'],
  hint: 'Its last output is above; the log of its database is postgres.log in DATA_DIR (.data).',
});
