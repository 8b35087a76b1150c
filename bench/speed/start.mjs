import { median, round } from '../support/statistics.mjs';

/** Measures starts, each server in turn: seconds until ready, and memory at that time. */
export async function measureStarts(starts, rounds) {
  const found = Object.fromEntries(Object.keys(starts).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, start] of Object.entries(starts)) {
      const server = await start();
      found[name].push({ seconds: server.seconds, mb: server.memory()?.mb });
      await server.stop();
    }
  }
  const medianOf = (name, key) => round(median(found[name].map((start) => start[key])), 2);
  return Object.fromEntries(
    Object.keys(starts).map((name) => [name, { seconds: medianOf(name, 'seconds'), mb: medianOf(name, 'mb') }]),
  );
}
