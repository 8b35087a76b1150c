// npm run bench:growth -- [--factors 1,10,30] [--rounds N] [--results FOLDER] [FOLDER OF DATA]: measures how much
// slower reads become with more data. The first factor is the reference.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { casesOf } from './growth/cases.mjs';
import { makeDatabases, query } from './growth/databases.mjs';
import { timesOf, wholeList } from './growth/measure.mjs';
import { markdownOf } from './growth/report.mjs';
import { startService } from './growth/services.mjs';

const FIRST_PORT = 4141;
const ALL = '/console/lab/rs_bills?all';

const root = path.resolve(import.meta.dirname, '..');
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    factors: { type: 'string', default: '1,10,30' },
    rounds: { type: 'string', default: '15' },
    results: { type: 'string', default: path.join(root, 'bench', 'results') },
  },
});
const factors = options.factors.split(',').map(Number);
const real = path.resolve(root, '..', 'shared', 'data', 'taiwan');
const folder = positionals[0] ?? (existsSync(real) ? real : undefined);

const require = createRequire(import.meta.url);
const { acquirePostgres } = require(path.join(root, 'dist/src/runtime/postgres.js'));
const { readSettings } = require(path.join(root, 'dist/src/runtime/settings.js'));

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rostra-bench-'));
chmodSync(dataDir, 0o711);
const environment = { ...process.env, DATA_DIR: dataDir, SAMPLE_DATA: 'false', LOG_LEVEL: 'warn' };
const { url, release } = await acquirePostgres({ settings: readSettings(environment) });
const services = new Map();
try {
  const addresses = await makeDatabases({ url, environment, folder, factors, onStep: console.error });
  for (const [index, [factor, databaseUrl]] of [...addresses].entries()) {
    const place = path.join(dataDir, `service-${factor}`);
    services.set(factor, await startService({ databaseUrl, dataDir: place, port: FIRST_PORT + index }));
  }
  const results = await measure(addresses);
  mkdirSync(options.results, { recursive: true });
  writeFileSync(path.join(options.results, 'growth.json'), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(path.join(options.results, 'growth.md'), markdownOf(results));
  console.log(markdownOf(results));
} finally {
  for (const service of services.values()) await service.stop();
  await release();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(addresses) {
  const records = [];
  for (const [factor, address] of addresses) records.push({ factor, ...(await sizeOf(address)) });
  const cases = [];
  for (const { name, pathOf, most } of await casesOf(addresses)) {
    console.error(name);
    const times = [...(await timesOf(services, pathOf, Number(options.rounds))).values()];
    const ratio = times.slice(1).map(({ ms }) => ms / times[0].ms);
    cases.push({ name, times, ratio, ...(most ? { most } : {}) });
  }
  const whole = [];
  for (const [factor, service] of services) whole.push({ factor, ...(await wholeList(service, ALL)) });
  return { system: await systemOf(addresses.get(factors[0])), records, cases, whole };
}

async function sizeOf(address) {
  const [size] = await query(
    address,
    `select (select count(*)::int from bills) as bills, (select count(*)::int from acts) as acts, (select count(*)::int from reps) as reps,
      pg_database_size(current_database()) / 1048576.0::float as mb`,
  );
  return size;
}

async function systemOf(address) {
  const [{ postgres }] = await query(address, "select current_setting('server_version') as postgres");
  return {
    cores: os.cpus().length,
    model: os.cpus()[0].model,
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    node: process.version,
    postgres,
    load: os.loadavg()[0],
  };
}
