// Writers for each door. A write is acknowledged by an id: that of its request, or that of its transaction.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const BILLS = '/console/lab/rs_bills';
const PANEL = '/content-manager/collection-types';

/** What all writers share: the records they write, and what was acknowledged. */
export async function makeWorld(services, logIns, random) {
  const [service] = services;
  const headers = { api: await logIns.editor(service), panel: await logIns.admin(service) };
  const call = async (method, address, body, door = 'api') => {
    const up = services.filter(({ isDown }) => !isDown);
    const { url } = random.pick(up.length > 0 ? up : services);
    const answer = await fetch(`${url}${address}`, {
      method,
      headers: { ...headers[door], 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    return { status: answer.status, text, request: answer.headers.get('x-request-id') };
  };
  const create = async (address, body) => {
    const { status, text } = await call('POST', address, body);
    if (status !== 201) throw new Error(`POST ${address}: ${status} ${text}`);
    return JSON.parse(text);
  };
  const many = (count, make) => Promise.all(Array.from({ length: count }, (_, index) => make(index)));
  const tags = await many(12, (index) => create('/console/lab/rs_tags', { name: `tag ${index}` }));
  const reps = await many(8, (index) => create('/console/lab/reps', { name: `rep ${index}` }));
  const steps = await many(3, (index) => create('/console/lab/legislative_steps', { name: `step ${index}` }));
  const topic = await create('/console/lab/specific_topics', {
    title: 'topic',
    index: 1,
    description: 'topic',
    general_topics: [],
    act_dirs: [{ name: 'direction', index: 1 }],
  });
  const act = await create('/console/lab/acts', { title: 'act', official_seq_no: '1', specific_topics: [topic.id] });
  const bills = await many(15, () => create(BILLS, { act_id: act.id, is_law: false, act_features: [] }));
  return { call, random, tags, reps, steps, topic, act, bills, count: 0 };
}

const text = (world) => {
  world.count += 1;
  return `text ${world.count} ${world.random.below(1e9)}`;
};
const some = ({ random }, all) => all.filter(() => random.chance(0.35)).map(({ id }) => id);
const billOf = ({ random, bills }) => random.pick(bills).id;

/** Writes over HTTP: each makes a request whose effect is certain. */
export const HTTP_WRITES = [
  (world) => world.call('PATCH', `${BILLS}/${billOf(world)}`, { content: text(world), tags: some(world, world.tags) }),
  (world) =>
    world.call('PATCH', `${BILLS}/${billOf(world)}`, { version_no: text(world), sponsors: some(world, world.reps) }),
  (world) =>
    world.call('PATCH', `${BILLS}/${billOf(world)}`, {
      content: text(world),
      legislative_steps: Array.from({ length: world.random.below(4) }, (_, date) => ({
        date,
        legislative_step_id: world.random.pick(world.steps).id,
      })),
    }),
  (world) => world.call('PATCH', `${BILLS}/${billOf(world)}`, { tags: [text(world)] }),
  (world) =>
    world.call('PATCH', `/console/lab/specific_topics/${world.topic.id}`, {
      act_dirs: [
        { ...world.topic.act_dirs[0], name: text(world) },
        { name: text(world), index: 2 },
      ],
    }),
  async (world) => {
    const made = await world.call('POST', '/console/lab/rs_tags', { name: text(world) });
    if (made.status !== 201) return made;
    world.tags.push(JSON.parse(made.text));
    const [first] = world.tags.splice(0, 1);
    return world.call('DELETE', `/console/lab/rs_tags/${first.id}`);
  },
  (world) => world.call('POST', `${PANEL}/api::tag.tag`, { name: text(world) }, 'panel'),
];

/** Statements of SQL writers, each in a transaction that also changes a text for certain. */
const STATEMENTS = [
  'insert into bills_tags_lnk (bill_id, tag_id, tag_ord) select b.id, t.id, 9 from bills b, tags t where b.number = $1 and t.number = $2 on conflict do nothing',
  'delete from bills_tags_lnk where bill_id = (select id from bills where number = $1) and tag_id <> $2',
  'update bills_sponsors_lnk set rep_ord = -rep_ord where bill_id = (select id from bills where number = $1) and $2 > 0',
  `merge into bills_tags_lnk l using (select b.id as bill, t.id as tag from bills b, tags t where b.number = $1 and t.number = $2) s
     on l.bill_id = s.bill and l.tag_id = s.tag
   when matched then delete when not matched then insert (bill_id, tag_id, tag_ord) values (s.bill, s.tag, 5)`,
  `with other as (select id from bills where number = $1 and $2 > 0)
   update components_bill_legislative_steps c set date = c.date + interval '1 day' from bills_cmps l, other
   where l.entity_id = other.id and l.cmp_id = c.id and l.field = 'legislative_steps'`,
  `delete from bills_cmps where field = 'legislative_steps' and entity_id = (select id from bills where number = $1 and $2 > 0)`,
];

/** Writes a transaction of one to three statements, some of them rolled back to a savepoint; returns its id. */
export async function writeSql(world, { query }) {
  const bill = billOf(world);
  await query('begin');
  try {
    for (let left = 1 + world.random.below(3); left > 0; left -= 1) {
      const isTakenBack = world.random.chance(0.2);
      if (isTakenBack) await query('savepoint a');
      await query({ text: world.random.pick(STATEMENTS), values: [bill, world.random.pick(world.tags).id] });
      if (isTakenBack) await query('rollback to a');
    }
    if (world.random.chance(0.02)) await query('truncate votes_tags_lnk');
    const { rows } = await query({
      text: 'update bills set content = $2 where number = $1 returning pg_current_xact_id()::text as tx',
      values: [bill, text(world)],
    });
    await query('commit');
    return rows[0]?.tx;
  } catch (error) {
    await query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Imports two bills with a command and undoes that in most cases; returns whether each of both was acknowledged. */
export async function writeImport(world, service) {
  const file = path.join(service.dataDir, 'rs_bills.json');
  const bill = { act_id: world.act.id, is_law: true, act_features: [] };
  writeFileSync(file, JSON.stringify([{ id: billOf(world), content: text(world), tags: [text(world)] }, bill]));
  const { out } = await service.command('content', 'import', file);
  const [, batch] = /Done: batch (\d+)\./.exec(out) ?? [];
  if (batch && world.random.chance(0.6)) await service.command('content', 'undo', batch).catch(() => undefined);
  return batch;
}
