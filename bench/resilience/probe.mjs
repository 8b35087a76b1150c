// A worker thread that asks /livez of a service every 50 ms: what the main thread does meanwhile does not count. Posts the
// durations in ms when it is told to end; no answer within a minute is Infinity.
import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const INTERVAL_MS = 50;
const TIMEOUT_MS = 60_000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const durations = [];
let isEnding = false;
parentPort.once('message', () => (isEnding = true));

while (!isEnding) {
  const asked = performance.now();
  const status = await ask();
  // Also what those would have waited that it asked for meanwhile: a long silence counts as often as it is long.
  for (let waited = performance.now() - asked; waited > 0; waited -= INTERVAL_MS)
    durations.push(status === 200 ? waited : Infinity);
  await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
}
agent.destroy();
parentPort.postMessage(durations);

function ask() {
  return new Promise((resolve) => {
    const request = http.get(
      { agent, host: '127.0.0.1', port: workerData.port, path: '/livez', timeout: TIMEOUT_MS },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode));
        answer.on('error', () => resolve(undefined));
      },
    );
    request.on('error', () => resolve(undefined));
    request.on('timeout', () => request.destroy());
  });
}
