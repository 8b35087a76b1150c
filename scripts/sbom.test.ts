import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const FILES = ['package.json', 'package-lock.json'];

interface Component {
  name: string;
  version: string;
}

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'rostra-sbom-'));
  for (const file of FILES) copyFileSync(file, path.join(folder, file));
  mkdirSync(path.join(folder, 'scripts'));
  copyFileSync('scripts/sbom.mjs', path.join(folder, 'scripts/sbom.mjs'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run sbom', () => {
  it('lists what is installed in production, without a registry', () => {
    const { status, stderr } = spawnSync('npm', ['run', 'sbom'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, npm_config_offline: 'true' },
    });
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('npm error')]);
    const { bomFormat, metadata, components } = JSON.parse(readFileSync(path.join(folder, 'sbom.json'), 'utf8'));
    const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
    const { name, version } = metadata.component;
    expect([bomFormat, name, version]).toEqual(['CycloneDX', manifest.name, manifest.version]);
    const listed = new Set((components as Component[]).map(({ name, version }) => `${name} ${version}`));
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    const locked = (name: string) => `${name} ${packages[`node_modules/${name}`].version}`;
    expect(Object.keys(manifest.dependencies).filter((name) => !listed.has(locked(name)))).toEqual([]);
    const tools = Object.keys(manifest.devDependencies).filter((name) => packages[`node_modules/${name}`].dev);
    expect(tools.length).toBeGreaterThan(0);
    expect(tools.filter((name) => listed.has(locked(name)))).toEqual([]);
  });
});
