// npm run bench -- [--quick] [--json FILE] [--only NAME] [FOLDER OF DATA]: compares the speed of the service with the
// possible and the usual, in one run, in turn, on one PostgreSQL. The ratios are what counts. See README.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { casesOf } from './speed/cases.mjs';
import { measureConsole } from './speed/console.mjs';
import { copyForStock, openDatabase } from './speed/database.mjs';
import { factsOf } from './speed/facts.mjs';
import { CONNECTIONS } from './speed/load.mjs';
import { measureCase } from './speed/measure.mjs';
import { markdownOf } from './speed/report.mjs';
import { requestsOf } from './speed/requests.mjs';
import { startBare, startOurs, startStock, startUncached } from './speed/servers.mjs';
import { measureStarts } from './speed/start.mjs';
import { makeStockApp } from './stock/app.mjs';
import { importData } from './support/data.mjs';
import { logInEditor } from './support/editor.mjs';
import { bearer } from './support/http.mjs';
import { machineOf } from './support/machine.mjs';
import { round } from './support/statistics.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' }, only: { type: 'string' } },
});
const SIZE = options.quick
  ? { seconds: 0.5, rounds: 3, starts: 1, openings: 3, isShort: true }
  : { seconds: 4, rounds: 5, starts: 5, openings: 9, isShort: false };

const begun = performance.now();
const database = await openDatabase();
const servers = {};
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end().then(() => process.exit(1)));
try {
  publish(await measureAll());
} finally {
  await end();
}

async function end() {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  await database.close();
}

async function measureAll() {
  log('creating the database');
  const stockApp = path.join(database.dataDir, 'stock');
  // The first start creates the tables.
  await (await startOurs(database)).stop();
  const kind = await importData(database, positionals[0]);
  await copyForStock(database, 'stock');
  makeStockApp(stockApp);
  await (await startStock(database, stockApp)).stop();
  const facts = await factsOf(database);
  const machine = await machineOf(database);

  const stock = () => startStock(database, stockApp);
  const start = options.only
    ? undefined
    : await step('starts', () => measureStarts({ ours: () => startOurs(database), stock }, SIZE.starts));
  Object.assign(servers, { ours: await startOurs(database), uncached: await startUncached(database) });
  Object.assign(servers, { bare: await startBare(database), stock: await stock() });
  const editor = await logInEditor(servers.ours.url, database.dataDir);
  const headers = { editor, token: bearer(servers.stock.message.token) };

  const opened = {};
  for (const name of options.only && options.only !== 'console' ? [] : ['ours', 'uncached'])
    opened[name] = await step(`console, ${name}`, () =>
      measureConsole(servers[name], editor, facts, database, SIZE.openings),
    );
  const cases = [];
  for (const benchCase of casesOf(facts).filter(({ name }) => name.includes(options.only ?? ''))) {
    const requests = await requestsOf(benchCase, servers, headers);
    const all = { ...servers, floor: servers.bare };
    cases.push(await step(benchCase.name, () => measureCase(benchCase, requests, all, database, SIZE)));
  }
  const memory = Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, server.memory()]));
  return {
    machine,
    data: { kind, rows: `${facts.bills} bills, ${facts.votes} votes` },
    options: { connections: CONNECTIONS, rounds: SIZE.rounds, seconds: SIZE.seconds, quick: options.quick },
    cases,
    ...(Object.keys(opened).length > 0 ? { console: opened } : {}),
    ...(start ? { start, memory, ratios: ratiosOf(start, memory) } : {}),
    seconds: Math.round((performance.now() - begun) / 1000),
  };
}

function ratiosOf(start, memory) {
  const ratio = (ours, stock) => round(ours / stock, 2);
  return {
    start: ratio(start.ours.seconds, start.stock.seconds),
    memory_after_start: ratio(start.ours.mb, start.stock.mb),
    memory_after_load: ratio(memory.ours?.mb, memory.stock?.mb),
  };
}

function publish(report) {
  const json = `${JSON.stringify(report, null, 2)}\n`;
  const markdown = markdownOf(report);
  console.log(markdown);
  if (options.json) writeFileSync(options.json, json);
  // A partial or short run is not a result.
  if (options.only || options.quick) return;
  const results = path.join(import.meta.dirname, 'results');
  mkdirSync(results, { recursive: true });
  writeFileSync(path.join(results, 'latest.json'), json);
  writeFileSync(path.join(results, 'latest.md'), markdown);
}

async function step(name, work) {
  const done = await work();
  log(name);
  return done;
}

function log(step) {
  console.error(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${step}`);
}
