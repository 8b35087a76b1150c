// npm run bench:crash -- [--kills N] [--seed N] [--json FILE]: kills the service, and every second time its database
// as well, while eight writers work; restarts both, and compares the stored data with the acknowledged writes.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { logIns, makeAccounts } from './resilience/people.mjs';
import { makeService } from './resilience/service.mjs';
import { createReferencedRecords, findInconsistencies, makeWriter } from './resilience/writers.mjs';
import { randomOf } from './support/random.mjs';
import { median } from './support/statistics.mjs';

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
  },
});
const WRITERS = 8;
/** The longest time that the writers work before a kill. */
const MAX_ROUND_MS = 2_500;

const random = randomOf(Number(options.seed));
const service = await makeService({ RATE_LIMIT: '0', SAMPLE_DATA: 'false' });
const totals = { kills: 0, databaseKills: 0, acknowledged: 0, unanswered: 0, refused: 0, restartMs: [] };
const inconsistencies = [];
try {
  await makeAccounts(service);
  await service.start();
  const headers = await logIns.editor(service);
  const referenced = await createReferencedRecords(service, headers);
  const writers = Array.from({ length: WRITERS }, (_, index) => `writer ${index}`).map((name) => ({
    name,
    writer: makeWriter(service, headers, name, referenced),
  }));
  while (totals.kills < Number(options.kills)) {
    await pause(200 + random.below(MAX_ROUND_MS));
    await crash(totals.kills % 2 === 1);
  }
  await Promise.all(writers.map(({ writer }) => writer.stop()));
  for (const { name, writer } of writers) {
    inconsistencies.push(...(await findInconsistencies(service, headers, writer, name, referenced)));
    for (const [status, times] of Object.entries(writer.state.answers)) {
      if (/^2/.test(status)) totals.acknowledged += times;
      else if (status === 'unanswered') totals.unanswered += times;
      else totals.refused += times;
    }
  }
  const report = {
    ...totals,
    restartMs: { median: median(totals.restartMs), longest: Math.max(...totals.restartMs) },
    inconsistencies,
  };
  if (options.json) writeFileSync(path.resolve(options.json), `${JSON.stringify(report, null, 2)}\n`);
  console.log(report);
  process.exitCode = inconsistencies.length === 0 ? 0 : 1;
} finally {
  await service.remove();
}

/** Kills and restarts the service; the writers wait meanwhile. */
async function crash(withDatabase) {
  const databaseFirst = random.chance(0.5);
  let announce;
  service.isUp = new Promise((resolve) => {
    announce = resolve;
  });
  service.isDown = true;
  if (withDatabase && databaseFirst) service.killDatabase('SIGKILL');
  await service.kill('SIGKILL');
  if (withDatabase && !databaseFirst) service.killDatabase('SIGKILL');
  totals.kills += 1;
  if (withDatabase) totals.databaseKills += 1;
  const begun = performance.now();
  await service.start();
  totals.restartMs.push(Math.round(performance.now() - begun));
  service.isDown = false;
  announce();
  if (totals.kills % 10 === 0) console.error(`${totals.kills} kills`);
}
