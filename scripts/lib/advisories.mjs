import { compareVersions, isInRange } from './version-range.mjs';

/** What is wrong with the packages of a lock file by the saved list: `faults` fail an audit, `notes` tell why one does not concern us. */
export function auditLock(lock, { advisories, minimums }) {
  const installed = packagesOf(lock);
  const of = (name) => installed.filter((each) => each.name === name);
  const faults = [];
  const notes = [];
  for (const { id, package: name, range, concerns, title, note } of advisories) {
    if (!concerns && !note) faults.push(`${id}: "note" must say why it does not concern us`);
    for (const { version, at } of of(name).filter((each) => isInRange(each.version, range))) {
      const text = `${name} ${version} (${at}): ${id}, ${title}`;
      if (concerns) faults.push(text);
      else notes.push(`${text}. ${note}`);
    }
  }
  for (const { package: name, version: least, reason } of minimums) {
    for (const { version, at } of of(name).filter((each) => compareVersions(each.version, least) < 0))
      faults.push(`${name} ${version} (${at}): at least ${least} is needed: ${reason}`);
  }
  return { faults, notes };
}

/** Every package of a lock file that has a version, at every place in the tree; an alias by the name of what it stands for. */
function packagesOf({ packages }) {
  return Object.entries(packages).flatMap(([at, { name, version, link }]) =>
    at === '' || link || version === undefined
      ? []
      : { at, version, name: name ?? at.replace(/^.*node_modules\//, '') },
  );
}
