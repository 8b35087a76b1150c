import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A built service without its sources, as the image holds it. */
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'rostra-sources-'));
  cpSync(__dirname, path.join(folder, 'scripts'), { recursive: true });
  mkdirSync(path.join(folder, 'dist', 'src'), { recursive: true });
  mkdirSync(path.join(folder, 'node_modules'));
  for (const file of ['tsconfig.json', 'package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(path.join(folder, file), '{"packages":{}}');
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each(['up', 'dev', 'build', 'test', 'test-browser', 'bench', 'run'])(
  'without sources %s.mjs refuses before it touches anything',
  (name) => {
    const before = readdirSync(folder, { recursive: true });
    const script = path.join(folder, 'scripts', `${name}.mjs`);
    const { NODE_ENV: _, ...env } = process.env;
    const { status, stderr } = spawnSync(process.execPath, [script, 'content'], { cwd: folder, encoding: 'utf8', env });
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('deploy the new build') });
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  },
);
