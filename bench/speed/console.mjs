import { median, round } from '../support/statistics.mjs';

/** The requests that the console sends at once when somebody opens a bill. */
const pathsOf = ({ bill, term }) =>
  [
    `rs_bills/${bill.number}`,
    `terms/${term.number}`,
    'reps?all',
    'rs_bills?all',
    'act_features?all',
    'acts',
    'specific_topics',
    'parties',
    'caucuses',
    'gov_agencies',
    'legislative_steps',
    'rs_tags',
  ].map((path) => `/console/lab/${path}`);

/** The tables behind the answers; a write to each invalidates every cached answer. */
const TABLES = [
  'bills',
  'terms',
  'reps',
  'act_features',
  'acts',
  'specific_topics',
  'parties',
  'caucuses',
  'gov_agencies',
  'legislative_steps',
  'tags',
];

/**
 * Opens a bill after every table has changed; again as a browser with cached answers (`If-None-Match`); and as another
 * user. Returns median milliseconds of each, with minimum and maximum.
 */
export async function measureConsole({ url }, headers, facts, { query }, rounds) {
  const paths = pathsOf(facts);
  const tags = new Map();
  const open = async (isKnown) => {
    const begun = performance.now();
    await Promise.all(paths.map((path) => read(`${url}${path}`, headers, tags, isKnown)));
    return performance.now() - begun;
  };
  await open(false);
  const [first, second, other] = [[], [], []];
  for (let each = 0; each < rounds; each += 1) {
    for (const table of TABLES)
      await query(`update ${table} set updated_at = updated_at where id = (select min(id) from ${table})`);
    first.push(await open(false));
    second.push(await open(true));
    other.push(await open(false));
  }
  const spread = (values) => [Math.min(...values), Math.max(...values)].map((ms) => round(ms, 1));
  return {
    requests: paths.length,
    first_ms: round(median(first), 1),
    second_ms: round(median(second), 1),
    other_ms: round(median(other), 1),
    ratio: round(median(first) / median(second), 2),
    ratio_other: round(median(first) / median(other), 2),
    spread: { first: spread(first), second: spread(second), other: spread(other) },
  };
}

async function read(url, headers, tags, isKnown) {
  const answer = await fetch(url, {
    headers: isKnown ? { ...headers, 'if-none-match': tags.get(url) } : headers,
  });
  await answer.arrayBuffer();
  if (answer.status !== (isKnown ? 304 : 200)) throw new Error(`${url}: ${answer.status}`);
  tags.set(url, answer.headers.get('etag'));
}
