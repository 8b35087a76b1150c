// npm test: runs all checks and tests, even in a fresh clone. With arguments, which go to jest, it runs only the
// selected tests.
import { makeReady } from './lib/ready.mjs';
import { run } from './lib/step.mjs';

const selection = process.argv.slice(2);
/** Groups of checks; those of a group run at the same time. */
const checks = [
  [['node_modules/@biomejs/biome/bin/biome', 'check', '.']],
  [['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', '--output-type', 'err-long', 'src']],
  [['scripts/complete-lock.mjs', '--check']],
  [['scripts/audit.mjs', '--offline']],
  ['tests', 'src/plugins/newsroom'].map((project) => ['node_modules/typescript/bin/tsc', '--noEmit', '-p', project]),
];
const tests = [['node_modules/jest/bin/jest.js', ...selection]];

await makeReady({ admin: true });
for (const group of selection.length > 0 ? [tests] : [...checks, tests]) {
  const codes = await Promise.all(group.map((args) => run({ command: process.execPath, args })));
  const code = codes.find((each) => each !== 0);
  if (code !== undefined) process.exit(code);
}
