import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import ts from 'typescript';

// In a process of its own: jest has a cache of modules of its own.
const PROGRAM = `
const { provideLate } = require(process.argv[1]);
const file = process.argv[2];
const said = [];
const run = provideLate(file, {
  known: (run) => ({ add: (...numbers) => run().add(...numbers) }),
  adapt: (exports) => (exports.isAdapted = true),
});
const late = require(file);
const { add } = late;
said.push(globalThis.runs ?? 0);
said.push(add(1, 2), late.name, late.isAdapted, 'name' in late, globalThis.runs);
said.push(require(file) === run(), globalThis.runs);
const again = provideLate(file);
said.push(again() === run(), globalThis.runs);
console.log(JSON.stringify(said));`;

test('a late module runs once, at the first use of an export that is not known', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rostra-modules-'));
  try {
    const file = path.join(folder, 'sums.js');
    writeFileSync(
      file,
      'globalThis.runs = (globalThis.runs ?? 0) + 1; exports.add = (a, b) => a + b; exports.name = "sums";',
    );
    const built = path.join(folder, 'modules.js');
    const source = readFileSync(path.join(__dirname, 'modules.ts'), 'utf8');
    const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
    writeFileSync(built, ts.transpileModule(source, { compilerOptions }).outputText);
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', PROGRAM, built, file], { encoding: 'utf8' });
    expect([stderr, JSON.parse(stdout)]).toEqual(['', [0, 3, 'sums', true, true, 1, true, 1, true, 1]]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
