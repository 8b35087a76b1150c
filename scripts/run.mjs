// npm run user|content|backup|restore|openapi|strapi -- …: runs one of the commands in src/cli.
import { existsSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';
import { makeReady } from './lib/ready.mjs';
import { run } from './lib/step.mjs';

const [name, ...args] = process.argv.slice(2);
// In production, run what is built without installing or compiling, even as a user without write access.
if (process.env.NODE_ENV !== 'production') await makeReady({ admin: false });
const script = inRoot('dist', 'src', 'cli', `${name}.js`);
if (!existsSync(script)) {
  console.error(`There is no command "${name}".`);
  process.exit(2);
}
process.exitCode = await run({ command: process.execPath, args: [script, ...args] });
