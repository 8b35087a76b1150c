// npm run bench:history -- [--writes N] [--kills N] [--seed N] [--json FILE]: writes through every door, from eight
// connections and two services, while services, the database and its connections are killed; then proves the history.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findDrift, findMissing, findUnread, findWrongWalks } from './history/checks.mjs';
import { connectionTo } from './history/database.mjs';
import { killsOf } from './history/kills.mjs';
import { HTTP_WRITES, makeWorld, writeImport, writeSql } from './history/writers.mjs';
import { logIns, makeAccounts } from './resilience/people.mjs';
import { makeService } from './resilience/service.mjs';
import { randomOf } from './support/random.mjs';

const { values: options } = parseArgs({
  options: {
    writes: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
  },
});
const [WRITES, KILLS] = [Number(options.writes), Number(options.kills)];
const CONNECTIONS = { http: 5, sql: 3 };

const random = randomOf(Number(options.seed));
const settings = { RATE_LIMIT: '0', RATE_LIMIT_WRITES: '0', SAMPLE_DATA: 'false' };
const first = await makeService(settings);
const { PORT: _, ...shared } = first.environment;
const second = await makeService(shared);
const services = [first, second];
const acknowledged = { requests: [], transactions: [] };
const totals = { acknowledged: 0, imports: 0, refused: 0, unanswered: 0, kills: {} };
const unexpected = [];
const feed = [];
const answers = [];
let isDone = false;
let killed = 0;

try {
  await makeAccounts(first);
  await first.start();
  await second.start();
  const world = await makeWorld(services, logIns, random);
  const begun = performance.now();
  const readers = [follow(world), observe(world)];
  const writing = Promise.all([
    ...Array.from({ length: CONNECTIONS.http }, () => writeHttp(world)),
    ...Array.from({ length: CONNECTIONS.sql }, () => writeOwn(world)),
    importAgain(world),
  ]);
  await killAgain();
  await writing;
  const seconds = Math.round((performance.now() - begun) / 1000);
  isDone = true;
  await Promise.all(readers);
  const database = connectionTo(first.dataDir);
  const walks = await findWrongWalks(database);
  const faults = [
    ...unexpected,
    ...(await findMissing(database, acknowledged)),
    ...(await findUnread(database, feed)),
    ...walks.faults,
    ...(await findChangedAnswers(world)),
    ...(await findDrift(first)),
  ];
  database.close();
  const report = {
    ...totals,
    seconds,
    revisions: feed.length,
    statesWalkedBack: walks.states,
    answersCompared: answers.length,
    faults: { count: faults.length, first: faults.slice(0, 20) },
  };
  if (options.json) writeFileSync(path.resolve(options.json), `${JSON.stringify(report, null, 2)}\n`);
  console.log(report);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  isDone = true;
  await second.remove();
  await first.remove();
}

/** Counts a write; without an answer it may or may not be stored. Waits for the kills that are due. */
async function count(write) {
  while (killed < KILLS && totals.acknowledged >= (WRITES * (killed + 1)) / KILLS) await pause(50);
  try {
    const kind = await write();
    totals[kind] += 1;
    return kind;
  } catch {
    totals.unanswered += 1;
    await pause(50);
  }
}

async function writeHttp(world) {
  while (totals.acknowledged < WRITES)
    await count(async () => {
      const { status, text, request } = await random.pick(HTTP_WRITES)(world);
      if (status >= 200 && status < 300) acknowledged.requests.push(request);
      else if (![400, 404, 409, 503].includes(status)) unexpected.push(`${status} ${text.slice(0, 300)}`);
      return status < 300 ? 'acknowledged' : 'refused';
    });
}

async function writeOwn(world) {
  const connection = connectionTo(first.dataDir);
  while (totals.acknowledged < WRITES)
    await count(async () => {
      const tx = await writeSql(world, connection);
      if (tx) acknowledged.transactions.push(tx);
      return tx ? 'acknowledged' : 'refused';
    });
  connection.close();
}

async function importAgain(world) {
  while (totals.acknowledged < WRITES) {
    await count(async () => ((await writeImport(world, first)) ? 'imports' : 'refused'));
    await pause(2000);
  }
}

/** Kills something again and again; the kills are spread over the writes. */
async function killAgain() {
  const kinds = killsOf(services, random);
  for (; killed < KILLS; killed += 1) {
    while (totals.acknowledged < (WRITES * killed) / KILLS) await pause(20);
    await pause(random.below(500));
    const kind = Object.keys(kinds)[killed % 4];
    await kinds[kind]();
    totals.kills[kind] = (totals.kills[kind] ?? 0) + 1;
    if (killed % 10 === 9) console.error(`${killed + 1} kills, ${totals.acknowledged} writes`);
  }
}

/** Follows the feed over HTTP until the writers are done and nothing more comes. */
async function follow(world) {
  for (let since = '0'; ; ) {
    const isLast = isDone;
    const answer = await world.call('GET', `/console/changes?since=${since}&limit=1000`).catch(() => undefined);
    if (answer?.status === 200) {
      const { rows, next } = JSON.parse(answer.text);
      feed.push(...rows.map(({ position, resource, id }) => `${position} ${resource} ${id}`));
      since = next;
      if (isLast && rows.length === 0) return;
    }
    await pause(isLast ? 0 : 20);
  }
}

/** Keeps answers of records as they are after a change: between two looks that find the same last change. */
async function observe(world) {
  const look = connectionTo(first.dataDir);
  while (!isDone) {
    const { id } = random.pick(world.bills);
    const last = async () =>
      (
        await look.query({
          text: `select change from rostra_records where resource = 'rs_bills' and number = $1`,
          values: [id],
        })
      ).rows[0].change;
    try {
      const before = await last();
      const address = `/console/lab/rs_bills/${id}?change=${before}`;
      const { status, text } = await world.call('GET', address);
      if (status === 200 && (await last()) === before) answers.push({ address, text });
    } catch {
      // Something was killed.
    }
    await pause(30);
  }
  look.close();
}

/** Asks again for what was answered then. */
async function findChangedAnswers(world) {
  const faults = [];
  for (const { address, text } of answers) {
    const now = await world.call('GET', address);
    if (now.text !== text) faults.push(`${address}: ${text.slice(0, 200)} is now ${now.text.slice(0, 200)}`);
  }
  return faults;
}
