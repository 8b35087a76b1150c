import autocannon from 'autocannon';

export const CONNECTIONS = 16;

/** What takes longer, in seconds, is asked for by two at a time: sixteen would wait for minutes. */
const SLOW = 0.4;
const SLOW_CONNECTIONS = 2;

/**
 * Finds out how many requests fill a time, by sending some: they warm the server up. Each measurement then sends as many
 * and takes the time, so that none is cut off.
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

/** Sends so many requests and answers how many a second were answered. Errors: when one is refused. */
export async function send({ url, method, path, headers, next, status }, connections, amount) {
  const filled = (given) => {
    const { body, ...others } = next();
    return { ...given, ...others, body: JSON.stringify(body) };
  };
  const asked = { method, path, headers, ...(next ? { setupRequest: filled } : {}) };
  let [begun, ended] = [performance.now(), 0];
  const done = await new Promise((resolve, reject) => {
    const run = autocannon(
      { url, connections, amount, requests: [asked], sampleInt: 50, timeout: 300 },
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
