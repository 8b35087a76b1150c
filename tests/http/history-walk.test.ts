import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { statesAt } from '../../src/plugins/rostra/server/src/store/history/states';
import { type Answer, del, get, patch, post, sql } from '../support/client';
import { content, contentFolder, identifiersUpTo } from '../support/content';
import { withConnection } from '../support/database';
import { itemOf, make, resourceByKind, unique } from '../support/factory';
import { expectNoDrift, expectSame, expectWalks, runOn } from '../support/history';
import { connect, documentOf, panel } from '../support/panel';

/** Random writes through every door at the same time: history knows every record as it was after each change. */

const WRITERS = 4;
const WRITES = 20;

const { write, importAll } = contentFolder();
const ids = identifiersUpTo(7_300_000);

interface Named {
  id: number;
}

const pick = <T>(all: T[]): T => all[Math.floor(Math.random() * all.length)] as T;
const some = (all: Named[]): number[] =>
  all
    .filter(() => Math.random() < 0.4)
    .map(({ id }) => id)
    .sort(() => Math.random() - 0.5);

/** Errors of a writer that another one was in the way of: a deadlock, a lock that took too long, the same link. */
const CONFLICTS = new Set(['40P01', '55P03', '40001', '23505']);

it('walks back from today to every record as it was answered then', async () => {
  const [{ since = 0 } = {}] = (await sql('select coalesce(max(id), 0)::int as since from rostra_changes')) as {
    since?: number;
  }[];
  const tags = await makeAll('tag', 5);
  const reps = await makeAll('rep', 4);
  const steps = await makeAll('legislative-step', 2);
  const topic = await make('specific-topic', { act_dirs: [{ name: '一', index: 1 }] });
  const act = (await make('act')).id;
  const bills: Named[] = await makeAll('bill', 4);
  const votes: Named[] = await makeAll('vote', 2);
  const seen: { resource: string; id: number; change: number; answer: unknown }[] = [];

  const accept = ({ status, text }: Answer) => {
    if (![200, 201, 204, 400, 404, 409, 503].includes(status)) throw new Error(`${status} ${text}`);
  };
  const bill = () => `/console/lab/rs_bills/${pick(bills).id}`;
  const rows = () =>
    Array.from({ length: Math.floor(Math.random() * 3) }, (_, date) => ({ date, legislative_step_id: pick(steps).id }));
  const overHttp = [
    async () => accept(await patch(bill(), { tags: some(tags), content: unique() })),
    async () => accept(await patch(bill(), { sponsors: some(reps), cosponsors: [], legislative_steps: rows() })),
    async () => accept(await patch(bill(), { tags: [unique('新'), ...some(tags)] })),
    async () => accept(await patch(`/console/lab/rs_votes/${pick(votes).id}`, { aye: some(reps), tags: some(tags) })),
    async () =>
      accept(
        await patch(`/console/lab/specific_topics/${topic.id}`, {
          act_dirs: [
            { ...topic.act_dirs[0], index: Math.floor(Math.random() * 9) },
            { name: unique(), index: 2 },
          ],
        }),
      ),
    async () => {
      const made = await post('/console/lab/rs_bills', { act_id: act, is_law: true, tags: some(tags) });
      accept(made);
      if (made.status === 201) bills.push(made.body);
    },
    async () => {
      // Every bill and vote with the tag changes with it.
      const tag = tags.length > 3 ? tags.shift() : undefined;
      if (tag) accept(await del(`/console/lab/rs_tags/${tag.id}`));
      tags.push(await make('tag'));
    },
  ];
  const inPanel = [
    async () => {
      const data = { content: unique(), tags: connect(await documentOf('tags', pick(tags).id)) };
      const document = await documentOf('bills', pick(bills).id);
      if (document) accept(await panel('PUT', 'api::bill.bill', `/${document}`, data));
    },
    async () => accept(await panel('POST', 'api::tag.tag', '', { name: unique() })),
  ];
  const bySql: [string, () => unknown[]][] = [
    [
      `insert into bills_tags_lnk (bill_id, tag_id, tag_ord) select b.id, t.id, 9 from bills b, tags t where b.number = $1 and t.number = $2 on conflict do nothing`,
      () => [pick(bills).id, pick(tags).id],
    ],
    [`delete from bills_tags_lnk where bill_id = (select id from bills where number = $1)`, () => [pick(bills).id]],
    [
      `update bills_sponsors_lnk set rep_ord = -rep_ord where bill_id = (select id from bills where number = $1)`,
      () => [pick(bills).id],
    ],
    [
      `merge into bills_tags_lnk l using (select b.id as bill, t.id as tag from bills b, tags t where b.number = $1 and t.number = $2) s
         on l.bill_id = s.bill and l.tag_id = s.tag
       when matched then delete when not matched then insert (bill_id, tag_id, tag_ord) values (s.bill, s.tag, 5)`,
      () => [pick(bills).id, pick(tags).id],
    ],
    [
      `with other as (update tags set name = $3 where number = $2 returning id),
         text as (update bills set content = $3 where number = $1 returning id)
       update components_bill_legislative_steps c set date = c.date + interval '1 day' from bills_cmps l, text
       where l.entity_id = text.id and l.cmp_id = c.id and l.field = 'legislative_steps'`,
      () => [pick(bills).id, pick(tags).id, unique()],
    ],
    [
      `delete from bills_cmps where field = 'legislative_steps' and entity_id = (select id from bills where number = $1)`,
      () => [pick(bills).id],
    ],
    [`truncate votes_tags_lnk`, () => []],
  ];
  const inSql = bySql.map(([text, values]) => async (client: Client) => {
    await client.query(text, values()).catch((error: { code?: string }) => {
      if (!CONFLICTS.has(error.code ?? '')) throw error;
    });
  });
  const taken = async (client: Client) => {
    await client.query('begin; savepoint a');
    await client.query('update tags set name = $1 where number = $2', [unique(), pick(tags).id]).catch(() => undefined);
    await client.query('rollback to a; commit');
  };
  const byImport = async () => {
    const [id] = ids(1);
    await write('rs_bills.json', [
      { id: pick(bills).id, content: unique(), tags: [unique('匯')] },
      { id, act_id: act, is_law: true },
    ]);
    const { out } = await importAll('rs_bills.json');
    const [, batch] = /Done: batch (\d+)\./.exec(out) ?? [];
    if (batch && Math.random() < 0.7) await content(['undo', batch]);
  };

  let isDone = false;
  const reader = (async () => {
    const read: string[] = [];
    for (let since = '0', isLast = false; ; isLast = isDone) {
      const { rows, next } = (await get(`/console/changes?limit=100&since=${since}`)).body;
      for (const { position, resource, id } of rows) read.push(`${position} ${resource} ${id}`);
      if (isLast && rows.length === 0) return read;
      since = next;
      await pause(10);
    }
  })();
  // What a record was after a change: an answer between two looks that find the same last change.
  const observer = withConnection(async (client) => {
    const last = async (resource: string, id: number): Promise<number> =>
      (await client.query('select change::int from rostra_records where resource = $1 and number = $2', [resource, id]))
        .rows[0]?.change;
    while (!isDone || seen.length <= 20) {
      const [kind, of] = pick([
        ['bill', bills],
        ['vote', votes],
        ['tag', tags],
      ] as [string, Named[]][]);
      const resource = resourceByKind(kind);
      const record = pick(of);
      const before = await last(resource.name, record.id);
      const answer = await get(`${itemOf(resource, record)}?full`);
      const change = await last(resource.name, record.id);
      if (answer.status === 200 && before === change)
        seen.push({ resource: resource.name, id: record.id, change, answer: answer.body });
      await pause(5);
    }
  });
  const writers = Array.from({ length: WRITERS }, () =>
    withConnection(async (client) => {
      for (let each = 0; each < WRITES; each += 1) {
        const door = Math.random();
        if (door < 0.45) await pick(overHttp)();
        else if (door < 0.6) await pick(inPanel)();
        else await pick([...inSql, taken])(client);
      }
    }),
  );
  try {
    await Promise.all([
      ...writers,
      (async () => {
        for (let each = 0; each < 3; each += 1) await byImport();
      })(),
    ]);
  } finally {
    isDone = true;
    await observer;
  }

  const read = await reader;
  const stored = await sql(
    `select c.position || ' ' || r.resource || ' ' || r.number as row from rostra_changes c join rostra_revisions r on r.change = c.id
     where r.resource <> 'citizen_emails' order by c.position, r.resource, r.number`,
  );
  expect(read).toEqual(stored.map(({ row }) => row));
  expect(await sql('select count(*)::int as left from rostra_marks')).toEqual([{ left: 0 }]);
  await expectNoDrift();
  await withConnection(async (client) => {
    expect(await expectWalks(client, since)).toBeGreaterThan(WRITERS * WRITES);
    expect(seen.length).toBeGreaterThan(20);
    for (const { resource, id, change, answer } of seen) {
      const states = await statesAt(resource, [id], { after: change }, runOn(client));
      expectSame(states.get(id), answer, `${resource} ${id} after ${change}`);
    }
  });
});

const makeAll = (kind: string, count: number): Promise<Named[]> =>
  Promise.all(Array.from({ length: count }, () => make(kind)));
