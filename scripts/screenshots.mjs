// npm run screenshots: takes the editors' guide's pictures of a running panel with the sample data.
import { makeReady } from './lib/ready.mjs';
import { run } from './lib/step.mjs';

await makeReady({ admin: true });
process.exitCode = await run({
  command: process.execPath,
  args: ['node_modules/jest/bin/jest.js', '--config', 'tests/guide/jest.config.js', ...process.argv.slice(2)],
});
