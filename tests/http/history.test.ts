import { resources } from '../../src/resources';
import { register } from '../support/citizen';
import { del, get, patch, send, sql } from '../support/client';
import { withConnection } from '../support/database';
import { completeBody, itemOf, keyOf, make, unique } from '../support/factory';
import { expectSame, revisionsOf, type State, stateOf } from '../support/history';
import { documentOf, panel } from '../support/panel';

type Row = Record<string, unknown>;

describe('history', () => {
  it.each(resources.filter(({ operations }) => operations.includes('create')).map(({ name }) => name))(
    '%s: has a revision for each write, and none for a write that changes nothing',
    async (name) => {
      const resource = resources.find((each) => each.name === name);
      if (!resource) throw new Error(name);
      const record = await make(resource.kind, await completeBody(resource));
      const number = keyOf(resource, record);
      const answer = (await get(`${itemOf(resource, record)}?full`)).body;
      const state = await stateOf(name, number);
      expectSame(state, answer);
      expect((await revisionsOf(name, number)).map(({ action, fields }) => [action, fields])).toEqual([
        ['create', null],
      ]);
      if (resource.operations.includes('update')) {
        expect((await patch(itemOf(resource, record, 'update'), answer)).status).toBe(200);
        expect(await revisionsOf(name, number)).toHaveLength(1);
      }
      if (!resource.operations.includes('remove')) return;
      expect((await del(itemOf(resource, record, 'remove'))).status).toBe(204);
      const removed = (await revisionsOf(name, number)).at(-1);
      expect(removed).toMatchObject({ action: 'remove', fields: state, hash: null });
      expect(await stateOf(name, number)).toBeNull();
    },
  );

  it('knows who wrote, and through which door', async () => {
    const tag = await make('tag');
    const document = await documentOf('tags', tag.id);
    expect((await panel('PUT', 'api::tag.tag', `/${document}`, { name: unique() })).status).toBe(200);
    await sql('update tags set name = $1 where number = $2', [unique(), tag.id]);
    const doors = (await revisionsOf('rs_tags', tag.id)).map(({ door, actor }) => [door, (actor as Row).name]);
    expect(doors).toEqual([
      ['api', 'editor'],
      ['panel', 'Rostra Admin'],
      ['sql', 'rostra'],
    ]);
  });

  it('records a transaction whatever it says of its origin', async () => {
    const tag = await make('tag');
    const doors = {
      '{}': 'unknown',
      '[1]': 'unknown',
      null: 'unknown',
      '{"door":': 'unknown',
      '"\\u0000"': 'unknown',
      '{"door":"nonsense","note":"why"}': 'unknown',
      ['['.repeat(50_000)]: 'unknown',
      '{"door":"panel","by":[1],"kind":7,"batch":"x","reverts":1.5,"note":{}}': 'panel',
      '{"door":"sql","by":{"kind":"user","id":"1","name":{"a":1}}}': 'sql',
    };
    await withConnection(async (client) => {
      for (const origin of Object.keys(doors)) {
        await client.query('begin');
        await client.query(`select set_config('rostra.origin', $1, true)`, [origin]);
        await client.query('update tags set name = $1 where number = $2', [unique(), tag.id]);
        await client.query('commit');
      }
    });
    const changes = (await revisionsOf('rs_tags', tag.id)).slice(1);
    expect(changes.map(({ door }) => door)).toEqual(Object.values(doors));
    expect((await get(`/console/lab/rs_tags/${tag.id}/history`)).body.rows[0]).toMatchObject({
      kind: 'write',
      batch: null,
      by: { kind: 'user', id: null, name: null },
    });
  });

  it('records what a delete clears in other records, in the same change', async () => {
    const [tag, other] = [await make('tag'), await make('tag')];
    const bills = await Promise.all([1, 2, 3].map(() => make('bill', { tags: [tag.id, other.id] })));
    expect((await del(`/console/lab/rs_tags/${tag.id}`)).status).toBe(204);
    const revisions = await Promise.all(bills.map(({ id }) => revisionsOf('rs_bills', id)));
    for (const each of revisions)
      expect(each.at(-1)).toMatchObject({ action: 'change', fields: { tags: [[tag.id, other.id], [other.id]] } });
    const [row] = await sql(
      `select count(distinct change)::int as count from rostra_revisions where (resource, number) in (('rs_tags', $1), ('rs_bills', $2), ('rs_bills', $3))
        and change = (select max(change) from rostra_revisions where resource = 'rs_tags' and number = $1)`,
      [tag.id, bills[0]?.id, bills[1]?.id],
    );
    expect(row?.count).toBe(1);
  });

  it('walks back to each answer, whoever wrote at the same time', async () => {
    const tags = await Promise.all(Array.from({ length: 6 }, () => make('tag')));
    const reps = await Promise.all(Array.from({ length: 4 }, () => make('rep')));
    const bills = await Promise.all(Array.from({ length: 4 }, () => make('bill')));
    const pick = <T>(all: T[]): T => all[Math.floor(Math.random() * all.length)] as T;
    const some = (all: { id: number }[]) => all.filter(() => Math.random() < 0.5).map(({ id }) => id);
    const link = async () => {
      const [bill, tag] = [pick(bills), pick(tags)];
      await sql(
        `with ends as (select b.id as bill, t.id as tag from bills b, tags t where b.number = $1 and t.number = $2)
         insert into bills_tags_lnk (bill_id, tag_id, tag_ord) select bill, tag, 99 from ends on conflict do nothing`,
        [bill.id, tag.id],
      );
    };
    const writes = [
      () => patch(`/console/lab/rs_bills/${pick(bills).id}`, { tags: some(tags), content: unique() }),
      () => patch(`/console/lab/rs_bills/${pick(bills).id}`, { sponsors: some(reps), cosponsors: [] }),
      async () => {
        const document = await documentOf('bills', pick(bills).id);
        await panel('PUT', 'api::bill.bill', `/${document}`, { content: unique() });
      },
      link,
      () =>
        sql('delete from bills_tags_lnk where bill_id in (select id from bills where number = $1)', [pick(bills).id]),
    ];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let each = 0; each < 12; each += 1) await pick(writes)();
      }),
    );
    for (const { id } of bills) {
      const answer = (await get(`/console/lab/rs_bills/${id}`)).body;
      const state = await stateOf('rs_bills', id);
      expectSame(state, answer);
      let walked: State | null = state;
      for (const { action, fields } of (await revisionsOf('rs_bills', id)).reverse()) {
        for (const [name, [before, after]] of Object.entries((fields ?? {}) as Record<string, [unknown, unknown]>)) {
          expect([name, (walked as State)[name]]).toEqual([name, after]);
          walked = { ...walked, [name]: before };
        }
        if (action === 'create') walked = null;
      }
      expect(walked).toBeNull();
    }
  });

  it('records of an address only that it changed', async () => {
    const { path, authorization } = await register();
    const { body } = await send(
      'POST',
      path,
      { email: `${unique('x').replaceAll(/[^a-z0-9]/g, '')}@example.org` },
      { authorization },
    );
    const id = body.id as number;
    expect((await revisionsOf('citizen_emails', id)).map(({ action, fields, hash }) => [action, fields, hash])).toEqual(
      [['create', null, null]],
    );
    expect(await stateOf('citizen_emails', id)).toEqual({});
    const [row] = await sql(
      `select count(*)::int as count from rostra_revisions where resource = 'citizen_emails' and fields is not null`,
    );
    expect(row?.count).toBe(0);
  });

  it('finds nothing that differs from the records', async () => {
    for (const resource of resources) {
      const [row] = await sql(
        `select count(*)::int as count from rostra_records where resource = $1 and state <> '{}' and hash <> md5(state::text)`,
        [resource.name],
      );
      expect([resource.name, row?.count]).toEqual([resource.name, 0]);
    }
  });
});
