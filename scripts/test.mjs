// npm test: everything that must hold, from a fresh clone on. Arguments go to jest.
import { makeReady } from './lib/ready.mjs';
import { run } from './lib/step.mjs';

const steps = [
  ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  ['scripts/complete-lock.mjs', '--check'],
  ['scripts/audit.mjs', '--offline'],
  ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tests'],
  ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'src/plugins/newsroom'],
  ['node_modules/jest/bin/jest.js', ...process.argv.slice(2)],
];

await makeReady({ admin: true });
for (const args of steps) {
  const code = await run({ command: process.execPath, args });
  if (code !== 0) process.exit(code);
}
