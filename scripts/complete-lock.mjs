// npm run lock: npm leaves packages for other platforms out of the lock file when it made the file where they were
// not to be had, and `npm ci` then fails elsewhere. This puts them in by name. With --check it only tells.
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';

const FILE = inRoot('package-lock.json');
const PLATFORM =
  /(android|darwin|freebsd|linux|openbsd|openharmony|win32)-(arm64|x64|arm|loong64|ppc64|riscv64|s390x|ia32)(?:-(\w+))?$/;

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const missing = missingPackages(lock.packages);
const names = Object.keys(missing);

if (process.argv.includes('--check')) {
  if (names.length > 0) {
    console.error(`package-lock.json lacks ${names.length} packages of other platforms. Run: npm run lock`);
    process.exit(1);
  }
} else if (names.length > 0) {
  const [root, ...rest] = Object.entries(lock.packages);
  const sorted = [...rest, ...Object.entries(missing)].sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries([root, ...sorted]) }, null, 2)}\n`);
  console.log(`Put ${names.length} packages of other platforms into package-lock.json.`);
}

function missingPackages(packages) {
  const found = {};
  for (const [home, { dev, license, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const platform = PLATFORM.exec(name);
      if (platform && !isPresent(packages, home, name)) {
        found[`node_modules/${name}`] = {
          version,
          ...(dev ? { dev } : {}),
          ...conditions(platform),
          license,
          optional: true,
        };
      }
    }
  }
  return found;
}

/** npm installs a package only where these hold. */
function conditions([name, os, cpu, abi = '']) {
  const libc = /musl/.test(name) ? ['musl'] : /gnu/.test(abi) ? ['glibc'] : undefined;
  return { cpu: [cpu], ...(os === 'linux' && libc ? { libc } : {}), os: [os] };
}

/** Node.js looks in the package's own folder first, then in those around it. */
function isPresent(packages, home, name) {
  const outer = home.lastIndexOf('/node_modules/');
  if (packages[`${home ? `${home}/` : ''}node_modules/${name}`]) return true;
  return home !== '' && isPresent(packages, outer < 0 ? '' : home.slice(0, outer), name);
}
