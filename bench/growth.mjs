// npm run bench:growth -- [--factors 1,10,30] [--rounds N] [--results FOLDER] [FOLDER OF DATA]: measures how much
// slower reads become with more data. The first factor is the reference.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { casesOf } from './growth/cases.mjs';
import { makeDatabases } from './growth/databases.mjs';
import { timesOf, wholeList } from './growth/measure.mjs';
import { markdownOf } from './growth/report.mjs';
import { realDataFolder } from './support/data.mjs';
import { logInEditor } from './support/editor.mjs';
import { machineOf } from './support/machine.mjs';
import { makeDataDir, startPostgres } from './support/postgres.mjs';
import { SERVICE, startServer } from './support/servers.mjs';

const ALL = '/console/lab/rs_bills?all';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    factors: { type: 'string', default: '1,10,30' },
    rounds: { type: 'string', default: '15' },
    results: { type: 'string', default: path.join(import.meta.dirname, 'results') },
  },
});
const factors = options.factors.split(',').map(Number);

const postgres = await startPostgres();
const services = new Map();
try {
  const folder = positionals[0] ?? realDataFolder();
  const databases = await makeDatabases(postgres, { folder, factors, log: console.error });
  for (const [factor, database] of databases) services.set(factor, await startService(database));
  const results = await measure(databases);
  mkdirSync(options.results, { recursive: true });
  writeFileSync(path.join(options.results, 'growth.json'), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(path.join(options.results, 'growth.md'), markdownOf(results));
  console.log(markdownOf(results));
} finally {
  for (const service of services.values()) await service.stop();
  await postgres.close();
}

/** Starts a service without answer cache and logs its editor in. */
async function startService(database) {
  const dataDir = makeDataDir(postgres.dataDir);
  const environment = { ...postgres.environmentOf(database), DATA_DIR: dataDir, ANSWER_CACHE_MB: '0' };
  const service = await startServer([SERVICE], environment);
  return { ...service, headers: await logInEditor(service.url, dataDir) };
}

async function measure(databases) {
  const records = [];
  for (const [factor, database] of databases) records.push({ factor, ...(await sizeOf(database)) });
  const cases = [];
  for (const { name, pathOf, most } of await casesOf(postgres, databases)) {
    console.error(name);
    const times = [...(await timesOf(services, pathOf, Number(options.rounds))).values()];
    const ratio = times.slice(1).map(({ ms }) => ms / times[0].ms);
    cases.push({ name, times, ratio, ...(most ? { most } : {}) });
  }
  const whole = [];
  for (const [factor, service] of services) whole.push({ factor, ...(await wholeList(service, ALL)) });
  return { machine: await machineOf(postgres), records, cases, whole };
}

async function sizeOf(database) {
  const [size] = await postgres.query(
    `select (select count(*)::int from bills) as bills, (select count(*)::int from acts) as acts, (select count(*)::int from reps) as reps,
      pg_database_size(current_database()) / 1048576.0::float as mb`,
    [],
    database,
  );
  return size;
}
