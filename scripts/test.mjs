// npm test: everything that must hold, from a fresh clone on. Arguments go to jest.
import { existsSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';
import { makeReady } from './lib/ready.mjs';
import { run } from './lib/step.mjs';

const ADMIN_TYPES = 'src/plugins/rostra/admin/tsconfig.json';

const steps = [
  ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  ['scripts/complete-lock.mjs', '--check'],
  ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tests'],
  ...(existsSync(inRoot(ADMIN_TYPES)) ? [['node_modules/typescript/bin/tsc', '--noEmit', '-p', ADMIN_TYPES]] : []),
  ['node_modules/jest/bin/jest.js', ...process.argv.slice(2)],
];

await makeReady({ admin: true });
for (const args of steps) {
  const code = await run({ command: process.execPath, args });
  if (code !== 0) process.exit(code);
}
