// Reports what a run of the tests cost.
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { cpuSecondsOf, isKnown } = require('./cost.cjs');

/** How many files are listed. */
const LISTED = 10;

module.exports = class {
  onRunStart() {
    this.folder = mkdtempSync(path.join(os.tmpdir(), 'rostra-costs-'));
    process.env.ROSTRA_TEST_COSTS = path.join(this.folder, 'files');
  }

  onRunComplete() {
    const written = process.env.ROSTRA_TEST_COSTS;
    const files = existsSync(written) ? readFileSync(written, 'utf8').trimEnd().split('\n').map(JSON.parse) : [];
    rmSync(this.folder, { recursive: true });
    console.error(`\n${reportOf(files)}\n`);
  }
};

function reportOf(files) {
  const processes = files.reduce((total, each) => total + each.processes, 0);
  const started = `${processes} processes were started by test files, besides the shared services and the browser.`;
  if (!isKnown) return `${started} This platform does not tell their CPU time.`;
  const dearest = files.sort((a, b) => b.seconds - a.seconds).slice(0, LISTED);
  const lines = dearest.map(
    ({ file, seconds, processes }) =>
      `  ${seconds.toFixed(1).padStart(7)} s ${String(processes).padStart(4)} processes  ${file}`,
  );
  return [
    `The tests cost ${cpuSecondsOf([process.pid]).toFixed(0)} CPU seconds, without servers that outlived a killed service.`,
    `${started} The dearest files, without the browser:`,
    ...lines,
  ].join('\n');
}
