// npm test: runs all checks and tests, even in a fresh clone. With arguments, which go to jest, it runs only the
// selected tests.
import { makeReady } from './lib/ready.mjs';
import { run } from './lib/step.mjs';

const selection = process.argv.slice(2);
const checks = [
  ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', '--output-type', 'err-long', 'src'],
  ['scripts/complete-lock.mjs', '--check'],
  ['scripts/audit.mjs', '--offline'],
  ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tests'],
  ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'src/plugins/newsroom'],
];
const tests = ['node_modules/jest/bin/jest.js', ...selection];

await makeReady({ admin: true });
for (const args of selection.length > 0 ? [tests] : [...checks, tests]) {
  const code = await run({ command: process.execPath, args });
  if (code !== 0) process.exit(code);
}
