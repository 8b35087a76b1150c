// npm run bench:fuzz -- [--requests N] [--seed N] [--json FILE]: sends hostile requests to every interface of its own
// service. Fails on a status of 500 or above, when the process ends, when a request gets no answer, or when /livez takes too long meanwhile.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { logIns, makeAccounts } from './resilience/people.mjs';
import { requestGenerator } from './resilience/requests.mjs';
import { makeService } from './resilience/service.mjs';
import { runProgram } from './support/programs.mjs';
import { randomOf } from './support/random.mjs';

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    connections: { type: 'string', default: '8' },
    json: { type: 'string' },
  },
});
const TIMEOUT_MS = 60_000;
/** What 99.9 % of the requests to /livez may take, in ms. */
const LIVEZ_MS = 300;
/** The number of failures reported with everything needed to repeat them. */
const MAX_REPORTED = 200;

const service = await makeService({
  REGISTRATION: 'open',
  TRUST_PROXY: 'loopback',
  RATE_LIMIT: '0',
  PUBLIC_URL: 'http://localhost',
});
const failures = [];
const counts = {};
const agent = new http.Agent({ keepAlive: true });
const authorization = {};
try {
  await makeAccounts(service);
  const routes = JSON.parse(
    (await runProgram(['bench/resilience/routes.mjs'], service.environment)).out.match(/\[\{.*$/m)[0],
  );
  await service.start();
  await logInAll();
  const description = await (await fetch(`${service.url}/openapi.json`)).json();
  const next = requestGenerator(randomOf(Number(options.seed)), routes, description);
  const probe = new Worker(new URL('resilience/probe.mjs', import.meta.url), { workerData: { port: service.port } });
  const measured = once(probe, 'message');
  measured.catch(() => undefined);
  const begun = performance.now();
  let left = Number(options.requests);
  let lastLogIn = Date.now();
  const work = async () => {
    while (left > 0 && service.exits.length === 0) {
      left -= 1;
      if (left % 5_000 === 0) console.error(`${left} requests left, ${failures.length} failures`);
      if (Date.now() - lastLogIn > 120_000) {
        lastLogIn = Date.now();
        await logInAll();
      }
      const request = next();
      record(request, request.bytes ? await sendBytes(request.bytes) : await send(request));
    }
  };
  await Promise.all(Array.from({ length: Number(options.connections) }, work));
  probe.postMessage('end');
  // Rejects if the probe has failed.
  const [durations] = await measured;
  durations.sort((a, b) => a - b);
  const livez = durations[Math.ceil(durations.length * 0.999) - 1];
  const isServing =
    service.exits.length === 0 &&
    (await send({ method: 'GET', address: '/c0ngress/zones', headers: {} })).status === 200;
  const report = {
    requests: Number(options.requests) - left,
    seed: Number(options.seed),
    seconds: Math.round((performance.now() - begun) / 1000),
    counts,
    exits: service.exits.length,
    isServing,
    livez: { requests: durations.length, p999: livez, longest: durations.at(-1) },
    failed: failures.length,
    failures: failures.slice(0, MAX_REPORTED),
    log: service.log.slice(-20_000),
  };
  if (options.json) writeFileSync(path.resolve(options.json), `${JSON.stringify(report, null, 2)}\n`);
  console.table(counts);
  for (const failure of failures.slice(0, 20)) console.log(JSON.stringify(failure).slice(0, 600));
  console.log(
    `${report.requests} requests in ${report.seconds} s: ${failures.length} responses with 500 or above, or missing; ${report.exits} process ends.`,
  );
  console.log(
    `/livez meanwhile: ${durations.length} requests, 99.9 % within ${Math.round(livez)} ms, the longest ${Math.round(durations.at(-1))} ms.`,
  );
  process.exitCode = failures.length === 0 && isServing && livez <= LIVEZ_MS ? 0 : 1;
} finally {
  agent.destroy();
  await service.remove();
}

/** Logs all users in again. Users who lost their account to a request keep their old token. */
async function logInAll() {
  for (const [user, logIn] of Object.entries(logIns)) {
    const old = authorization[user];
    authorization[user] = await (old ? logIn(service).catch(() => old) : logIn(service));
  }
}

function record(request, answer) {
  counts[request.surface] ??= {};
  const surface = counts[request.surface];
  const kind = answer.status ? `${Math.floor(answer.status / 100)}xx` : (answer.error ?? 'none');
  surface[kind] = (surface[kind] ?? 0) + 1;
  const isBytes = request.bytes !== undefined;
  if (answer.status >= 500 || (!isBytes && !answer.status))
    failures.push({ ...answer, ...request, body: textOf(request.body) });
}

function textOf(body) {
  return body === undefined ? undefined : String(body).slice(0, 2_000);
}

/** Sends a request unchanged. */
function send({ method, address, headers, body, user = 'nobody' }) {
  return new Promise((resolve) => {
    const request = http.request({
      agent,
      port: service.port,
      host: '127.0.0.1',
      method,
      path: address,
      headers: {
        ...authorization[user],
        ...headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      timeout: TIMEOUT_MS,
    });
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', (error) => resolve({ error: error.code ?? error.message }));
    request.on('response', (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        if (text.length < 500) text += chunk;
      });
      answer.on('error', (error) => resolve({ error: error.code ?? error.message }));
      answer.on('end', () => resolve({ status: answer.statusCode, text: text.slice(0, 500) }));
    });
    request.end(body);
  });
}

/** Sends bytes on a separate connection; returns the status of the answer, or that the connection was closed. */
function sendBytes(bytes) {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(service.port, '127.0.0.1', () => socket.write(bytes));
    const end = () => {
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
      resolve(status ? { status, text: text.slice(0, 500) } : { error: 'closed' });
    };
    socket.setTimeout(500, end);
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', end);
    socket.on('end', end);
  });
}
