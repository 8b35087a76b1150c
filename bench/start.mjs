// npm run bench:start -- [--rounds N] [--json FILE] [FOLDER]: measures the CPU seconds of a start that is not the first, and of
// two commands, if FOLDER is given against another checkout, in turn. FOLDER must be installed and built.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from './support/environment.mjs';
import { root } from './support/programs.mjs';
import { median, round } from './support/statistics.mjs';

/** Starts that a new data folder and a new build need before later ones may omit what these have proven. */
const UNSETTLED = 4;

const PROGRAMS = {
  start: ['serve'],
  'content columns': ['content', 'columns'],
  'content batches': ['content', 'batches'],
};

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, json: { type: 'string' } },
});

const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'rostra-bench-start-'));
try {
  const folders = { ours: root, ...(positionals[0] ? { other: path.resolve(positionals[0]) } : {}) };
  const results = await measure(folders);
  console.table(results);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
} finally {
  rmSync(dataFolder, { recursive: true, force: true });
}

/** By program: the median CPU seconds in each folder, their ratio, and our modules. */
async function measure(folders) {
  for (const [name, folder] of Object.entries(folders))
    for (let start = 0; start < UNSETTLED; start += 1) await cpuOf(name, folder, PROGRAMS.start);
  const found = {};
  for (let count = 0; count < Number(options.rounds); count += 1)
    for (const [program, args] of Object.entries(PROGRAMS))
      for (const [name, folder] of Object.entries(folders)) {
        found[program] ??= {};
        found[program][name] ??= [];
        found[program][name].push(await cpuOf(name, folder, args));
      }
  return Object.fromEntries(
    Object.entries(found).map(([program, { ours, other }]) => {
      const seconds = (notes) => median(notes.map((note) => note.seconds));
      const compared = other
        ? { other: round(seconds(other), 2), ratio: round(seconds(ours) / seconds(other), 2) }
        : {};
      return [program, { seconds: round(seconds(ours), 2), ...compared, modules: ours[0].modules }];
    }),
  );
}

/** Runs a program to its end; a service is stopped as soon as it is ready. */
async function cpuOf(name, folder, [program, ...args]) {
  const dataDir = path.join(dataFolder, name);
  const notes = path.join(dataFolder, 'notes');
  writeFileSync(notes, '');
  const child = spawn(
    process.execPath,
    ['--require', path.join(import.meta.dirname, 'start', 'note-cpu.cjs'), `dist/src/cli/${program}.js`, ...args],
    {
      cwd: folder,
      env: {
        ...process.env,
        BENCH_CPU_NOTES: notes,
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        LOG_LEVEL: 'warn',
      },
      // A service says when it is ready. Older commands would wait for the end of the channel.
      stdio: ['ignore', 'ignore', 'inherit', ...(program === 'serve' ? ['ipc'] : [])],
    },
  );
  child.once('message', () => child.kill('SIGTERM'));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} in ${name}: exit code ${code}`);
  return JSON.parse(readFileSync(notes, 'utf8').trim().split('\n').at(-1));
}
