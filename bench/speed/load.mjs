import autocannon from 'autocannon';

export const CONNECTIONS = 16;

/** Requests slower than this, in seconds, use two connections; sixteen would wait for minutes. */
const SLOW = 0.4;
const SLOW_CONNECTIONS = 2;

/**
 * Determines how many requests fill a time, by sending some, which also warms up the server. Each measurement then
 * sends that many and takes the time, so that none is cut off.
 */
export async function calibrate(request, seconds) {
  const { seconds: first } = await send(request, 1, 1);
  const isSurelySlow = first > 5 * SLOW;
  if (isSurelySlow || (await send(request, 1, 1)).seconds > SLOW)
    return { connections: SLOW_CONNECTIONS, amount: SLOW_CONNECTIONS, isSlow: true };
  const guess = await send(request, CONNECTIONS, CONNECTIONS);
  if (guess.seconds > seconds) return { connections: CONNECTIONS, amount: CONNECTIONS };
  const longer = Math.max(CONNECTIONS, Math.round((guess.perSecond * seconds) / 2));
  const { perSecond } = await send(request, CONNECTIONS, longer);
  const perConnection = Math.max(1, Math.round((perSecond * seconds) / CONNECTIONS));
  return { connections: CONNECTIONS, amount: perConnection * CONNECTIONS };
}

/** Sends `amount` requests and returns the rate per second. Throws if any has another status than expected. */
export async function send({ url, method, path, headers, next, status }, connections, amount) {
  const withBody = (request) => {
    const { body, ...others } = next();
    return { ...request, ...others, body: JSON.stringify(body) };
  };
  const template = { method, path, headers, ...(next ? { setupRequest: withBody } : {}) };
  let [begun, ended] = [performance.now(), 0];
  const done = await new Promise((resolve, reject) => {
    const run = autocannon(
      { url, connections, amount, requests: [template], sampleInt: 50, timeout: 300 },
      (error, found) => (error ? reject(error) : resolve(found)),
    );
    run.on('start', () => (begun = performance.now()));
    run.on('response', () => (ended = performance.now()));
  });
  const answered = done.statusCodeStats[status]?.count ?? 0;
  if (answered !== amount)
    throw new Error(
      `${method} ${url}${path}: ${answered} of ${amount} answered with ${status}: ${JSON.stringify(done.statusCodeStats)}`,
    );
  const seconds = (ended - begun) / 1000;
  return { seconds, perSecond: amount / seconds, p99Ms: done.latency.p99 };
}
