// npm run user|content|backup|restore|openapi|strapi -- …: runs one of the commands in src/cli.
import { existsSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';
import { makeReady } from './lib/ready.mjs';
import { run } from './lib/step.mjs';

const [name, ...args] = process.argv.slice(2);
const script = inRoot('dist', 'src', 'cli', `${name}.js`);
// In production, run what is built without installing or compiling, even as a user without write access. Strapi's own commands
// always do: a running service reads the same files.
const isReady = process.env.NODE_ENV === 'production' || (name === 'strapi' && existsSync(script));
if (!isReady) await makeReady({ admin: false });
if (!existsSync(script)) {
  console.error(`There is no command "${name}".`);
  process.exit(2);
}
process.exitCode = await run({ command: process.execPath, args: [script, ...args] });
