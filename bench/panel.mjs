// npm run bench:panel -- [FOLDER OF DATA]: measures how long an editor waits for the admin panel, from a click to the
// result, in a real browser with the data of a whole parliament. Medians. See README.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openPanel } from './panel/browser.mjs';
import { waitsOf } from './panel/waits.mjs';
import { openDatabase } from './speed/database.mjs';
import { startOurs } from './speed/servers.mjs';
import { importData } from './support/data.mjs';
import { machineOf } from './support/machine.mjs';
import { median } from './support/statistics.mjs';

const ROUNDS = 7;
const [folder] = process.argv.slice(2);

const database = await openDatabase();
const opened = [];
try {
  const report = `${JSON.stringify(await measure(), null, 2)}\n`;
  console.log(report);
  const results = path.join(import.meta.dirname, 'results');
  mkdirSync(results, { recursive: true });
  writeFileSync(path.join(results, 'panel.json'), report);
} finally {
  for (const { stop } of opened.reverse()) await stop();
  await database.close();
}

async function measure() {
  // In production, the login cookie requires TLS.
  const start = () => startOurs(database, { NODE_ENV: 'development' });
  await (await start()).stop();
  const data = await importData(database, folder);
  const machine = await machineOf(database);
  const service = await start();
  opened.push(service);
  const panel = await openPanel(service.url, database.dataDir);
  opened.push(panel);
  const waits = await waitsOf(panel.page, service.url, database);
  const milliseconds = {};
  for (const [name, { before, click, awaitResult }] of Object.entries(waits)) {
    const taken = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      await before();
      await panel.settle();
      const begun = performance.now();
      await click();
      await awaitResult();
      taken.push(Math.round(performance.now() - begun));
    }
    // The first round warms up.
    const [first, ...others] = taken;
    milliseconds[name] = { first, median: median(others), longest: Math.max(...others) };
    console.error(name, milliseconds[name]);
  }
  return { machine, data, milliseconds };
}
