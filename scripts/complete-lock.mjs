// npm run lock: adds packages for other platforms to the lock files, and removes addresses of registries. npm omits
// packages that were unavailable where it wrote the file, and `npm ci` then fails elsewhere. With --check, it only
// reports them.
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot, LOCK_FILES } from './lib/paths.mjs';

const PLATFORM =
  /(android|darwin|freebsd|linux|openbsd|openharmony|win32)-(arm64|x64|arm|loong64|ppc64|riscv64|s390x|ia32)(?:-(\w+))?$/;

for (const file of LOCK_FILES) {
  const lock = JSON.parse(readFileSync(inRoot(file), 'utf8'));
  const missing = missingPackages(lock.packages);
  const located = Object.values(lock.packages).filter(({ resolved }) => resolved?.includes('/-/'));
  const added = Object.keys(missing).length;
  if (added + located.length === 0) continue;
  if (process.argv.includes('--check')) {
    console.error(
      [
        added > 0 && `${file} lacks ${added} packages for other platforms.`,
        located.length > 0 && `${file} holds ${located.length} URLs of a registry.`,
        'Run: npm run lock',
      ]
        .filter(Boolean)
        .join(' '),
    );
    process.exitCode = 1;
    continue;
  }
  for (const each of located) delete each.resolved;
  const [root, ...rest] = Object.entries(lock.packages);
  const sorted = [...rest, ...Object.entries(missing)].sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(
    inRoot(file),
    `${JSON.stringify({ ...lock, packages: Object.fromEntries([root, ...sorted]) }, null, 2)}\n`,
  );
  console.log(`${file}: added ${added} packages for other platforms, removed ${located.length} addresses.`);
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

/** The conditions under which npm installs a package. */
function conditions([name, os, cpu, abi = '']) {
  const libc = /musl/.test(name) ? ['musl'] : /gnu/.test(abi) ? ['glibc'] : undefined;
  return { cpu: [cpu], ...(os === 'linux' && libc ? { libc } : {}), os: [os] };
}

/** Whether a package resolves from `home`: Node.js searches its own folder first, then the parents. */
function isPresent(packages, home, name) {
  const outer = home.lastIndexOf('/node_modules/');
  if (packages[`${home ? `${home}/` : ''}node_modules/${name}`]) return true;
  return home !== '' && isPresent(packages, outer < 0 ? '' : home.slice(0, outer), name);
}
