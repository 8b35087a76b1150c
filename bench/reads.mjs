// npm run bench -- [FOLDER OF DATA]: how reads compare with a bare server that runs one hand-written statement.
// Everything is measured in one run, in turns, against one PostgreSQL; what counts is the ratio.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';

const root = path.resolve(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const data = process.argv[2] ?? path.join(root, 'database', 'sample');
const PORTS = { ours: 4131, bare: 4132 };
const SECONDS = 4;
const ROUNDS = 3;
const CONNECTIONS = 16;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rostra-bench-'));
chmodSync(dataDir, 0o711);
const environment = {
  ...process.env,
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: String(PORTS.ours),
  SAMPLE_DATA: 'false',
  LOG_LEVEL: 'warn',
};

const service = spawn(process.execPath, ['dist/src/cli/serve.js'], {
  cwd: root,
  env: environment,
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});
let bare;
try {
  await ready(service);
  const imported = spawnSync(process.execPath, ['dist/src/cli/content.js', 'import', data], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (imported.status !== 0) throw new Error(`${data} cannot be imported`);
  bare = spawn(process.execPath, ['bench/bare/server.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(PORTS.bare), DATABASE_URL: await databaseUrl() },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await ready(bare);
  const headers = { authorization: `Bearer ${await token()}` };
  const cases = [
    { name: 'bills, page 1', ours: '/console/lab/rs_bills', bare: '/bills' },
    { name: 'bills, page 300', ours: '/console/lab/rs_bills?page=300', bare: '/bills?page=300' },
    { name: 'votes, page 1', ours: '/console/lab/rs_votes', bare: '/votes' },
  ];
  console.log(
    `${os.cpus().length} × ${os.cpus()[0].model}, Node ${process.version}, ${CONNECTIONS} connections, median of ${ROUNDS} rounds\n`,
  );
  console.log('| case | ours, req/s | bare, req/s | ratio |\n|---|---|---|---|');
  for (const each of cases) {
    const rounds = { ours: [], bare: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.ours.push(await measure(`http://127.0.0.1:${PORTS.ours}${each.ours}`, headers));
      rounds.bare.push(await measure(`http://127.0.0.1:${PORTS.bare}${each.bare}`, {}));
    }
    const [ours, plain] = [median(rounds.ours), median(rounds.bare)];
    console.log(`| ${each.name} | ${ours.toFixed(0)} | ${plain.toFixed(0)} | ${(ours / plain).toFixed(2)} |`);
  }
} finally {
  bare?.kill();
  await stopped(service);
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(url, headers) {
  const { requests, non2xx, errors } = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed`);
  return requests.average;
}

async function token() {
  const { editor } = JSON.parse(readFileSync(path.join(dataDir, 'credentials.json'), 'utf8'));
  const answer = await fetch(`http://127.0.0.1:${PORTS.ours}/api/auth/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: editor.login, password: editor.password }),
  });
  return (await answer.json()).jwt;
}

async function databaseUrl() {
  const { acquirePostgres } = require(path.join(root, 'dist/src/runtime/postgres.js'));
  const { readSettings } = require(path.join(root, 'dist/src/runtime/settings.js'));
  const { url, release } = await acquirePostgres({ settings: readSettings(environment) });
  await release();
  return url;
}

function ready(child) {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)));
  });
}

function stopped(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}
