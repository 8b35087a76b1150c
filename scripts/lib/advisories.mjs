import { compareVersions, isInRange } from './version-range.mjs';

/**
 * Checks the packages of a lock file with the saved list. `faults` fail an audit; `notes` explain why an advisory does
 * not concern us.
 */
export function auditLock(lock, { advisories, minimums }) {
  const installed = packagesOf(lock);
  const named = (name) => installed.filter((each) => each.name === name);
  const faults = [];
  const notes = [];
  for (const { id, package: name, range, concerns, title, note } of advisories) {
    if (!concerns && !note) faults.push(`${id}: "note" must say why it does not concern us`);
    for (const { version, location } of named(name).filter((each) => isInRange(each.version, range))) {
      const text = `${name} ${version} (${location}): ${id}, ${title}`;
      if (concerns) faults.push(text);
      else notes.push(`${text}. ${note}`);
    }
  }
  for (const { package: name, version: least, reason } of minimums) {
    for (const { version, location } of named(name).filter((each) => compareVersions(each.version, least) < 0))
      faults.push(`${name} ${version} (${location}): at least ${least} is needed: ${reason}`);
  }
  return { faults, notes };
}

/** Every package of a lock file with a version, everywhere in the tree; an alias under its real name. */
function packagesOf({ packages }) {
  return Object.entries(packages).flatMap(([location, { name, version, link }]) =>
    location === '' || link || version === undefined
      ? []
      : { location, version, name: name ?? location.replace(/^.*node_modules\//, '') },
  );
}
