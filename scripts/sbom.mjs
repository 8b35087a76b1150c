// npm run sbom: writes the components of a running service to sbom.json, in CycloneDX format.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The lock file without development packages. `npm sbom --omit dev` would also drop shared packages (npm/cli#7909). */
function productionLock() {
  const lock = read('package-lock.json');
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev }]) => !dev));
  const { devDependencies: _, ...project } = packages[''];
  return { ...lock, packages: { ...packages, '': project } };
}

const { devDependencies: _, ...manifest } = read('package.json');
const made = mkdtempSync(path.join(os.tmpdir(), 'rostra-sbom-'));
// npm names the product after its folder.
const folder = path.join(made, manifest.name);
try {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(productionLock()));
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
  const { status, stdout, error } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error) throw error;
  if (status === 0) writeFileSync('sbom.json', stdout);
  process.exitCode = status ?? 1;
} finally {
  rmSync(made, { recursive: true, force: true });
}
