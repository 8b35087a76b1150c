import { median, round } from '../support/statistics.mjs';
import { cpuOfFamily } from '../support/usage.mjs';
import { calibrate, send } from './load.mjs';
import { countStatements } from './statements.mjs';

/** The contestants, in the order of measurement. */
export const CONTESTANTS = ['ours', 'uncached', 'bare', 'stock', 'floor'];

/** Measures a case: all contestants in turn, round after round. Returns medians with minimum and maximum. */
export async function measureCase(benchCase, requests, servers, database, { seconds, rounds, isShort }) {
  const names = CONTESTANTS.filter((name) => requests[name]);
  const sizes = {};
  const found = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const request = requests[name];
      await request.before?.();
      sizes[name] ??= await calibrate(request, seconds);
      // Such slow requests vary little.
      if (round > 0 && isShort && sizes[name].isSlow) continue;
      found[name].push(await measureRound(request, sizes[name], servers[name], database));
    }
  }
  const statements = {};
  for (const name of names.filter((other) => other !== 'floor')) {
    const work = () => send(requests[name], 1, 1);
    statements[name] = await countStatements(
      database,
      name === 'stock' ? 'stock' : 'rostra',
      work,
      sizes[name].isSlow ? 1 : 5,
    );
  }
  return resultOf(benchCase, requests.bytes, found, statements);
}

async function measureRound(request, { connections, amount }, server, database) {
  const before = { node: server.cpu(), database: cpuOfFamily(database.process) };
  const { perSecond, p99Ms } = await send(request, connections, amount);
  const per = (from, to) => (from === undefined ? undefined : ((to - from) / amount) * 1000);
  return {
    perSecond,
    p99Ms,
    cpuNode: per(before.node, server.cpu()),
    cpuDatabase: per(before.database, cpuOfFamily(database.process)),
  };
}

function resultOf(benchCase, bytes, found, statements) {
  const speeds = mapValues(found, (rounds) => rounds.map(({ perSecond }) => perSecond));
  const medians = mapValues(speeds, median);
  const ratio = (name, reference) =>
    medians[name] && medians[reference] ? round(medians[name] / medians[reference], 3) : null;
  return {
    name: benchCase.name,
    isDetail: benchCase.isDetail ?? false,
    isWrite: benchCase.isWrite ?? false,
    ...Object.fromEntries(CONTESTANTS.map((name) => [name, medians[name] ? round(medians[name], 1) : null])),
    ratio_to_bare: ratio('ours', 'bare'),
    ratio_uncached_to_bare: ratio('uncached', 'bare'),
    ratio_to_stock: ratio('ours', 'stock'),
    ratio_to_floor: ratio('ours', 'floor'),
    statements: statements.ours,
    statements_of: statements,
    bytes,
    spread: mapValues(speeds, (values) => [Math.min(...values), Math.max(...values)].map((value) => round(value, 1))),
    p99_ms: mapValues(found, (rounds) => round(median(rounds.map(({ p99Ms }) => p99Ms)), 1)),
    cpu_seconds_per_1000: mapValues(found, (rounds) => ({
      node: round(median(rounds.map(({ cpuNode }) => cpuNode)), 2),
      database: round(median(rounds.map(({ cpuDatabase }) => cpuDatabase)), 2),
    })),
  };
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
