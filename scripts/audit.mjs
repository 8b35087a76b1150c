/*
 * npm run audit: reports packages with known vulnerabilities. Asks the registry and always checks the saved list
 * security/advisories.json, which alone decides with --offline or without a registry. Exits with 1 if a vulnerability
 * concerns us. --lock FILE and --list FILE replace the lock files and the list.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { auditLock } from './lib/advisories.mjs';
import { inRoot, LOCK_FILES } from './lib/paths.mjs';

const { values } = parseArgs({
  options: {
    offline: { type: 'boolean', default: false },
    lock: { type: 'string', multiple: true, default: LOCK_FILES.map((file) => inRoot(file)) },
    list: { type: 'string', default: inRoot('security', 'advisories.json') },
  },
});
const jsonOf = (file) => JSON.parse(readFileSync(file, 'utf8'));
const known = jsonOf(values.list);
const results = values.lock.map((file) => auditLock(jsonOf(file), known));
const [faults, notes] = ['faults', 'notes'].map((kind) => results.flatMap((result) => result[kind]));
for (const note of notes) console.log(`known, does not concern us: ${note}`);
for (const fault of faults) console.error(`VULNERABLE: ${fault}`);
console.log(`Lock files checked with the list of ${known.reviewed}: ${faults.length} to fix, ${notes.length} known.`);
if (!values.offline) askRegistry();
process.exitCode ??= faults.length === 0 ? 0 : 1;

/** Counts vulnerabilities of high or critical severity, unless the saved list says that they do not concern us. */
function askRegistry() {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: inRoot(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
    shell: process.platform === 'win32',
  });
  const { vulnerabilities } = reportIn(stdout);
  if (!vulnerabilities) {
    console.log('No registry answered; the saved list decides.');
    return;
  }
  const exempt = new Set(known.advisories.filter(({ concerns }) => !concerns).map((each) => each.package));
  const severe = Object.values(vulnerabilities).filter(
    ({ name, severity, via }) =>
      /^(high|critical)$/.test(severity) && via.some((each) => typeof each === 'object') && !exempt.has(name),
  );
  for (const { name, severity, range } of severe) console.error(`VULNERABLE: ${name} ${range}: ${severity} (registry)`);
  console.log(`The registry: ${severe.length} high or critical.`);
  if (severe.length > 0) process.exitCode = 1;
}

function reportIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
