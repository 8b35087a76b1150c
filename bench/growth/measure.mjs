import { median } from '../support/statistics.mjs';

/** The interval for sampling a service's memory. */
const SAMPLE_INTERVAL_MS = 50;

/**
 * Returns the median time of a request to each service, in ms, and the row count of its answer. The services take
 * turns.
 */
export async function timesOf(services, pathOf, rounds) {
  const found = new Map([...services.keys()].map((factor) => [factor, { times: [], total: 0 }]));
  for (let round = -1; round < rounds; round += 1) {
    for (const [factor, service] of services) {
      const begun = performance.now();
      const { totalRowCount } = JSON.parse(await read(service, pathOf(factor)));
      // The first round fills the database's caches.
      if (round >= 0) found.get(factor).times.push(performance.now() - begun);
      found.get(factor).total = totalRowCount;
    }
  }
  return new Map([...found].map(([factor, { times, total }]) => [factor, { ms: median(times), total }]));
}

async function read({ url, headers }, path) {
  const answer = await fetch(`${url}${path}`, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return text;
}

/** Reads a whole list without storing it: time to the first and last byte, size, growth of the service's memory. */
export async function wholeList({ url, headers, memory }, path) {
  const before = memory()?.mb;
  let peak = before;
  const sample = () => (peak = Math.max(peak, memory()?.mb));
  const timer = setInterval(sample, SAMPLE_INTERVAL_MS);
  try {
    const begun = performance.now();
    const answer = await fetch(`${url}${path}`, { headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    let [firstMs, bytes] = [undefined, 0];
    for await (const chunk of answer.body) {
      firstMs ??= performance.now() - begun;
      bytes += chunk.length;
    }
    sample();
    const grownMb = before === undefined ? undefined : peak - before;
    return { firstMs, lastMs: performance.now() - begun, mb: bytes / 2 ** 20, grownMb };
  } finally {
    clearInterval(timer);
  }
}
