// npm run test:browser: runs the admin panel's browser tests. Arguments go to jest.
import { makeReady } from './lib/ready.mjs';
import { run } from './lib/step.mjs';

await makeReady({ admin: true });
process.exitCode = await run({
  command: process.execPath,
  args: ['node_modules/jest/bin/jest.js', '--selectProjects', 'browser', '--', ...process.argv.slice(2)],
});
