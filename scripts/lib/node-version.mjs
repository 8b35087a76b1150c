const OLDEST = 20;
const NEWEST = 26;

/** Ends the process with a clear message when this Node.js cannot run the project. */
export function requireNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= OLDEST && major <= NEWEST) return;
  console.error(`Rostra needs Node.js ${OLDEST} to ${NEWEST}; this is ${process.version}.`);
  process.exit(1);
}
