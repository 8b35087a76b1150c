// npm run user|content|backup|restore|openapi|strapi -- …: runs one of the commands in src/cli.
import { existsSync } from 'node:fs';
import { isServerOutdated } from './lib/build.mjs';
import { hasSources, inRoot } from './lib/paths.mjs';
import { makeReady } from './lib/ready.mjs';
import { run } from './lib/step.mjs';

const [name, ...args] = process.argv.slice(2);
const script = inRoot('dist', 'src', 'cli', `${name}.js`);
// In production, run what is built without installing or compiling, even as a user without write access. Strapi's own commands
// always do: a running service reads the same files.
const isProduction = process.env.NODE_ENV === 'production';
const isStrapi = name === 'strapi' && existsSync(script);
if (!isProduction && !isStrapi) await makeReady({ admin: false });
else if (!isProduction && hasSources && isServerOutdated())
  console.error(
    'The sources have changed since the last build, and this runs what was built then. "npm run build" builds it anew.',
  );
if (!existsSync(script)) {
  console.error(`There is no command "${name}".`);
  process.exit(2);
}
process.exitCode = await run({ command: process.execPath, args: [script, ...args] });
