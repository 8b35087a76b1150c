// npm run up: installs, builds and serves, with nothing but Node.js at first.
import { makeReady } from './lib/ready.mjs';
import { run } from './lib/step.mjs';

await makeReady({ admin: true });
process.exitCode = await run({
  command: process.execPath,
  args: ['dist/src/cli/serve.js'],
  // Through the channel the service learns when this process is killed, and stops too.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
