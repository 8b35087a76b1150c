// What must hold at the end; each check returns faults as texts.
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../support/programs.mjs';

const require = createRequire(import.meta.url);

/** Every acknowledged write has a change, and no mark is left. */
export async function findMissing({ query }, { requests, transactions }) {
  const missing = async (column, ids) => {
    const { rows } = await query({
      text: `select w.id from unnest($1::text[]) w(id) where not exists (select from rostra_changes c where c.${column}::text = w.id)`,
      values: [ids],
    });
    return rows.map(({ id }) => `no change of the acknowledged ${column} ${id}`);
  };
  await query(
    'create index if not exists bench_request on rostra_changes (request); create index if not exists bench_tx on rostra_changes ((tx::text))',
  );
  const marks = (await query('select count(*)::int from rostra_marks')).rows[0].count;
  return [
    ...(await missing('request', requests)),
    ...(await missing('tx', transactions)),
    ...(marks > 0 ? [`${marks} marks are left`] : []),
  ];
}

/** A reader of the feed has seen every revision once, in the order of commits; addresses are not in it. */
export async function findUnread({ query }, feed) {
  const { rows } = await query(
    "select c.position::int, r.resource, r.number from rostra_revisions r join rostra_changes c on c.id = r.change where r.resource <> 'citizen_emails' order by c.position, r.resource, r.number",
  );
  const stored = rows.map((row) => `${row.position} ${row.resource} ${row.number}`);
  const read = new Set(feed);
  const faults = stored.filter((each) => !read.has(each)).map((each) => `not in the feed: ${each}`);
  if (read.size !== feed.length) faults.push(`${feed.length - read.size} entries came twice in the feed`);
  const positions = feed.map((each) => Number(each.split(' ')[0]));
  if (positions.some((position, index) => position < positions[index - 1])) faults.push('the feed is out of order');
  return faults;
}

/** Walks each record back to each of its changes and compares the hash that was recorded then. */
export async function findWrongWalks({ query }) {
  const { statesAt } = require(path.join(root, 'dist/src/plugins/rostra/server/src/store/history/states.js'));
  const run = async ({ text, values }, parameters = {}) =>
    (await query({ text, values: values(parameters), rowMode: 'array' })).rows;
  const { rows } = await query(
    `select resource, change, array_agg(number) as numbers, json_object_agg(number, hash) as hashes
     from rostra_revisions where hash is not null or action = 'remove' group by resource, change`,
  );
  const faults = [];
  let states = 0;
  for (const { resource, change, numbers, hashes } of rows) {
    const found = await statesAt(resource, numbers, { after: Number(change) }, run);
    const { rows: now } = await query({
      text: `select number, case when state <> 'null' then md5(state::text) end as hash from unnest($1::int[], $2::jsonb[]) as w(number, state)`,
      values: [numbers, numbers.map((number) => JSON.stringify(found.get(number)))],
    });
    for (const { number, hash } of now)
      if (hash !== hashes[number]) faults.push(`${resource} ${number} after change ${change} is not as it was`);
    states += numbers.length;
  }
  return { faults, states };
}

/** No record differs from its recorded state. */
export async function findDrift(service) {
  const { out } = await service.check();
  return out.split('\n').filter((line) => line.includes('"DRIFT"'));
}
