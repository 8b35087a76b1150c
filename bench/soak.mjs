// npm run bench:soak -- [--minutes N] [--json FILE] [FOLDER]: sends a steady mix of reads and writes for an hour and
// samples memory and response times every minute. Memory is flat if the median of the last quarter is at most 5 %
// above that of the third.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { logIns, makeAccounts } from './resilience/people.mjs';
import { makeService } from './resilience/service.mjs';
import { createReferencedRecords } from './resilience/writers.mjs';
import { randomOf } from './support/random.mjs';
import { median } from './support/statistics.mjs';
import { memoryOf } from './support/usage.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '60' },
    json: { type: 'string' },
  },
});
const MINUTE_MS = 60_000;
/** The maximum number of requests without an answer. */
const MAX_PENDING = 32;
const BILLS = '/console/lab/rs_bills';

const random = randomOf(1);
const service = await makeService({ RATE_LIMIT: '0' });
const samples = [];
const statuses = {};
let times = [];
try {
  await makeAccounts(service);
  if (positionals[0]) await service.command('content', 'import', path.resolve(positionals[0]));
  await service.start();
  const editor = await logIns.editor(service);
  const referenced = await createReferencedRecords(service, editor);
  const bills = [];
  const end = Date.now() + Number(options.minutes) * MINUTE_MS;
  let nextSample = Date.now() + MINUTE_MS;
  const pending = new Set();
  while (Date.now() < end) {
    const request = sendRequest(editor, referenced, bills).finally(() => pending.delete(request));
    pending.add(request);
    if (pending.size >= MAX_PENDING) await Promise.race(pending);
    await pause((2_000 / Number(options.rate)) * random.next());
    if (Date.now() >= nextSample) {
      nextSample += MINUTE_MS;
      sample();
    }
  }
  await Promise.all(pending);
  const report = { minutes: samples.length, statuses, ...growth(), samples };
  if (options.json) writeFileSync(path.resolve(options.json), `${JSON.stringify(report, null, 2)}\n`);
  console.log({ ...report, samples: undefined });
  process.exitCode = report.isFlat && Object.keys(statuses).every((status) => /^[23]/.test(status)) ? 0 : 1;
} finally {
  await service.remove();
}

/** Sends one request of the mix and records its time and status. */
async function sendRequest(headers, referenced, bills) {
  const { method = 'GET', address, body } = nextRequest(referenced, bills);
  const begun = performance.now();
  const answer = await fetch(`${service.url}${address}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  times.push(performance.now() - begun);
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  if (answer.status === 201 && bills.length < 1_000) bills.push(JSON.parse(text).id);
}

/** Nine of ten requests are reads, occasionally of a long list. */
function nextRequest(referenced, bills) {
  if (random.chance(0.05)) return { method: 'POST', address: BILLS, body: bodyOf(referenced) };
  if (random.chance(0.05) && bills.length > 0)
    return { method: 'PATCH', address: `${BILLS}/${random.pick(bills)}`, body: bodyOf(referenced) };
  if (random.chance(0.003)) return { address: `${BILLS}?all` };
  return {
    address: random.pick([
      `${BILLS}?page=${1 + random.below(50)}`,
      '/console/lab/rs_votes',
      '/console/lab/terms',
      `/console/lab/reps?name=${encodeURIComponent(random.pick(['王', '林', '陳明', '張']))}`,
      '/console/lab/topic_relations',
      '/console/lab/specific_topics',
      '/c0ngress/zones',
      '/openapi.json',
    ]),
  };
}

function bodyOf({ act, direction }) {
  const content = `${random.next()} `.repeat(50);
  return { act_id: act, is_law: false, content, act_features: [{ ...direction, short_content: 'a', content: 'b' }] };
}

/** Records the memory and response times of the last minute. */
function sample() {
  const sorted = times.sort((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  samples.push({ ...memoryOf(service.process.pid), requests: sorted.length, p50: at(0.5), p99: at(0.99) });
  times = [];
  console.error(samples.length, JSON.stringify(samples.at(-1)));
}

/** The median memory of the third and last quarters of the run. */
function growth() {
  const quarter = Math.floor(samples.length / 4);
  const medianMb = (part) => median(part.map(({ mb }) => mb));
  const third = medianMb(samples.slice(-2 * quarter, -quarter || undefined));
  const last = medianMb(samples.slice(-quarter));
  return { thirdQuarterMb: third, lastQuarterMb: last, isFlat: last <= third * 1.05 };
}
