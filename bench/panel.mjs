// npm run bench:panel -- [FOLDER OF DATA]: measures how long an editor waits for the admin panel, from a click to the
// result, in a real browser with the data of a whole parliament. Medians. See README.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openPanel } from './panel/browser.mjs';
import { waitsOf } from './panel/waits.mjs';
import { importData } from './speed/data.mjs';
import { openDatabase } from './speed/database.mjs';
import { machineOf } from './speed/machine.mjs';
import { startOurs } from './speed/servers.mjs';

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
  for (const each of opened.reverse()) await each.stop();
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
  for (const [name, { before, click, wanted }] of Object.entries(waits)) {
    const taken = [];
    for (let each = 0; each <= ROUNDS; each += 1) {
      await before();
      await panel.settle();
      const begun = performance.now();
      await click();
      await wanted();
      taken.push(Math.round(performance.now() - begun));
    }
    // The first round warms up.
    const [first, ...others] = taken;
    others.sort((a, b) => a - b);
    milliseconds[name] = { first, median: others[(ROUNDS - 1) / 2], longest: others.at(-1) };
    console.error(name, milliseconds[name]);
  }
  return { machine, data, milliseconds };
}
