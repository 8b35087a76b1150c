// npm run bench|bench:growth|… -- …: installs and builds what changed, also the packages of bench/, and runs
// bench/NAME.mjs.
import { makeReady } from './lib/ready.mjs';
import { run } from './lib/step.mjs';

const [name, ...args] = process.argv.slice(2);
await makeReady({ admin: true, folders: ['.', 'bench'] });
process.exitCode = await run({ command: process.execPath, args: [`bench/${name}.mjs`, ...args] });
