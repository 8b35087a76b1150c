import type { Client } from 'pg';
import { register } from '../support/citizen';
import { get, sql } from '../support/client';
import { createCompleteRecords } from '../support/complete-records';
import { content } from '../support/content';
import { withConnection } from '../support/database';
import { make, unique } from '../support/factory';
import { expectNoDrift, recordOf, revisionsOf } from '../support/history';
import { waitFor } from '../support/wait-for';

/** Recording does not depend on the writer's role or search path. What former versions left in the database: `next-start.test.ts`. */

/** The tables whose changes history notices, each with assignments that give its columns other values, and whether its rows are links. */
const TRACKED_TABLES = `
  select t.name as table, t.name ~ '_(lnk|cmps)$' as links,
    string_agg(format('%1$I = ' || case c.data_type when 'text' then '%1$I || ''x''' when 'character varying' then '%1$I || ''x''' when 'boolean' then 'not %1$I'
      when 'double precision' then '-%1$I' when 'timestamp without time zone' then '%1$I + interval ''1 day''' end, c.column_name), ', ')
      filter (where c.column_name not in ('document_id', 'locale', 'field', 'component_type', 'created_at', 'updated_at', 'published_at')) as assigned
  from (select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'rostra_mark_update') t
    join information_schema.columns c on c.table_schema = current_schema and c.table_name = t.name group by t.name order by 1`;

describe('recording', () => {
  it('notices a TRUNCATE of links, of components and of a resource, and nothing else', async () => {
    const [tag, step] = [await make('tag'), await make('legislative-step')];
    const body = { tags: [tag.id], legislative_steps: [{ date: 1, legislative_step_id: step.id }] };
    const [bill, plain] = [await make('bill', body), await make('bill')];
    const text = await make('timeline-event');
    await sql('truncate bills_tags_lnk');
    expect((await revisionsOf('rs_bills', bill.id)).at(-1)?.fields).toEqual({ tags: [[tag.id], []] });
    await sql('truncate bills_cmps');
    expect((await revisionsOf('rs_bills', bill.id)).at(-1)?.fields).toMatchObject({
      legislative_steps: [[{ date: 1, legislative_step_id: step.id }], []],
    });
    expect(await revisionsOf('rs_bills', plain.id)).toHaveLength(1);
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body).toMatchObject({ tags: [], legislative_steps: [] });
    await sql('truncate timeline_events cascade');
    expect((await revisionsOf('timeline_events', text.id)).at(-1)).toMatchObject({ action: 'remove' });
  });

  it.each([
    ['its values', 'update components_bill_legislative_steps set date = now() where id = $1'],
    [
      // The first column is that of the component: both content types have the same name.
      'its references',
      'delete from components_bill_legislative_steps_legislative_step_lnk where legislative_step_id = $1',
    ],
  ])('follows a component to another record while somebody changes %s', async (_, change) => {
    for (const order of ['mover', 'changer', 'at once']) {
      const step = await make('legislative-step');
      const steps = { legislative_steps: [{ date: 1, legislative_step_id: step.id }] };
      const [from, to] = [await make('bill', steps), await make('bill')];
      const [link] = await sql(
        `select c.id, cmp_id from bills_cmps c join bills b on b.id = entity_id where b.number = $1 and field = 'legislative_steps'`,
        [from.id],
      );
      await withConnection((mover) =>
        withConnection(async (changer) => {
          for (const client of [mover, changer]) await client.query('begin');
          await mover.query(
            'update bills_cmps set entity_id = (select id from bills where number = $1) where id = $2',
            [to.id, link?.id],
          );
          expect((await changer.query(change, [link?.cmp_id])).rowCount).toBe(1);
          const inOrder = order === 'changer' ? [changer, mover] : [mover, changer];
          if (order !== 'at once') for (const client of inOrder) await client.query('commit');
          else
            await withConnection(async (holder) => {
              // The mover has locked the record that it takes the component from, and waits for the other one.
              await holder.query(
                `begin; select from rostra_records where resource = 'rs_bills' and number = ${to.id} for update`,
              );
              const commits: Promise<unknown>[] = [];
              for (const client of inOrder) {
                commits.push(client.query('commit'));
                await untilWaiting(client);
              }
              await holder.query('commit');
              await Promise.all(commits);
            });
        }),
      );
      for (const { id } of [from, to]) {
        const [row] = await sql('select rostra_state_rs_bills(id) as state from bills where number = $1', [id]);
        expect([order, (await recordOf('rs_bills', id))?.state]).toEqual([order, row?.state]);
      }
    }
  });

  /** Waits until the connection waits for a lock of another one. */
  const untilWaiting = (client: Client) =>
    waitFor(async () => {
      const [row] = await sql('select wait_event_type from pg_stat_activity where pid = $1', [pidOf(client)]);
      return row?.wait_event_type === 'Lock';
    });

  /** The id of a connection's backend, which the types of the driver omit. */
  const pidOf = (client: Client) => (client as Client & { processID: number }).processID;

  it('records what both of two transactions did that commit at once', async () => {
    const [tag, other, bill] = [await make('tag'), await make('tag'), await make('bill')];
    await withConnection((first) =>
      withConnection((second) =>
        withConnection(async (holder) => {
          for (const [client, number] of [
            [first, tag.id],
            [second, other.id],
          ] as const)
            await client.query(
              `begin; insert into bills_tags_lnk (bill_id, tag_id) select b.id, t.id from bills b, tags t where b.number = ${bill.id} and t.number = ${number}`,
            );
          await holder.query(
            `begin; select from rostra_records where resource = 'rs_bills' and number = ${bill.id} for update`,
          );
          const commits = [first.query('commit')];
          await untilWaiting(first);
          commits.push(second.query('commit'));
          await untilWaiting(second);
          await holder.query('rollback');
          await Promise.all(commits);
        }),
      ),
    );
    const revisions = await revisionsOf('rs_bills', bill.id);
    expect(revisions.slice(1).map(({ fields }) => fields)).toEqual([
      { tags: [[], [tag.id]] },
      { tags: [[tag.id], [tag.id, other.id]] },
    ]);
  });

  it('records a topic with the direction that another transaction renames while it moves there', async () => {
    const [from, to] = [await make('specific-topic'), await make('specific-topic')];
    const direction = await make('act-dir', { st_id: from.id });
    // The triggers that keep titles would let one transaction wait for the other.
    const titles = (
      await sql(
        `select tgname from pg_trigger where tgrelid = 'act_dirs_st_lnk'::regclass and tgname like '%title%' and not tgisinternal`,
      )
    ).map(({ tgname }) => `trigger "${tgname}"`);
    expect(titles).not.toEqual([]);
    for (const title of titles) await sql(`alter table act_dirs_st_lnk disable ${title}`);
    const name = unique();
    try {
      await withConnection((renaming) =>
        withConnection(async (moving) => {
          await renaming.query('begin');
          await renaming.query('update act_dirs set name = $1 where number = $2', [name, direction.id]);
          await moving.query(
            `update act_dirs_st_lnk set specific_topic_id = (select id from specific_topics where number = $1)
             where act_dir_id = (select id from act_dirs where number = $2)`,
            [to.id, direction.id],
          );
          await renaming.query('commit');
        }),
      );
    } finally {
      for (const title of titles) await sql(`alter table act_dirs_st_lnk enable ${title}`);
    }
    const { state } = (await recordOf('specific_topics', to.id)) as { state: { act_dirs: { name: string }[] } };
    expect(state.act_dirs.map((each) => each.name)).toEqual([name]);
  });

  it('records of a change in any table what a reading of the whole records finds', async () => {
    await createCompleteRecords();
    // Its only address: of a second one, a citizen would have two primary ones.
    await register();
    const tables = await sql(TRACKED_TABLES);
    const functions = await sql(
      `select substr(proname, 14) as resource, substring(prosrc from 'from "([a-z_]+)" record where record.id') as table from pg_proc where starts_with(proname, 'rostra_state_')`,
    );
    const differing = functions.map(
      ({ resource, table }) =>
        `select '${resource}', record.id from ${table} record left join rostra_records r on r.resource = '${resource}' and r.number = record.${table === 'terms' ? 'index' : 'number'}
         where r.hash is distinct from md5(rostra_state_${resource}(record.id)::text)`,
    );
    await withConnection(async (client) => {
      const rowsOf = async (text: string) => (await client.query(text)).rows;
      const expectRecorded = async (change: string) => {
        await client.query(
          `${change}; set constraints rostra_commit immediate; set constraints rostra_commit deferred`,
        );
        expect([change, await rowsOf(differing.join(' union all '))]).toEqual([change, []]);
      };
      await client.query('begin');
      for (const { table, assigned, links } of tables) {
        const last = `where id = (select max(id) from ${table})`;
        if (assigned) await expectRecorded(`update ${table} set ${assigned} ${last}`);
        if (links) await expectRecorded(`delete from ${table} ${last}`);
      }
      const recorded = await rowsOf('select 1 from rostra_changes where tx = pg_current_xact_id()');
      // A table of a field that no record has a value of changes nothing.
      expect(recorded.length).toBeGreaterThan(tables.length / 2);
      await client.query('rollback');
    });
  });

  it('records what another role writes, wherever its search path leads', async () => {
    const tag = await make('tag');
    const [name, other] = [unique(), unique()];
    await withConnection(async (client) => {
      await client.query(
        `create role guest; grant usage on schema public to guest; grant select, update on tags to guest`,
      );
      try {
        await client.query(
          `create temp table rostra_marks (like public.rostra_marks); grant all on rostra_marks to guest`,
        );
        await client.query(`set role guest; set search_path = pg_temp`);
        await client.query('update public.tags set name = $1 where number = $2', [name, tag.id]);
        await client.query('update public.tags set name = $1 where number = $2', [other, tag.id]);
        expect((await client.query(`select count(*)::int from pg_temp.rostra_marks`)).rows[0].count).toBe(0);
        await expect(client.query('delete from public.rostra_revisions')).rejects.toThrow('permission denied');
      } finally {
        await client.query('reset role; drop owned by guest; drop role guest');
      }
    });
    expect((await revisionsOf('rs_tags', tag.id)).map(({ fields }) => fields)).toEqual([
      null,
      { name: [tag.name, name] },
      { name: [name, other] },
    ]);
  });
});

describe('content check', () => {
  it('finds what was written while nothing recorded, and records it as written by someone unknown', async () => {
    const [tag, gone, bill] = [await make('tag'), await make('tag'), await make('bill')];
    const name = unique();
    await sql(
      `begin; set local session_replication_role = replica; update tags set name = '${name}' where number = ${tag.id};
       delete from tags where number = ${gone.id}; delete from rostra_records where resource = 'rs_bills' and number = ${bill.id};
       update rostra_records set hash = 'x' where resource = 'acts' and number = ${bill.act_id}; commit`,
    );
    const found = await content(['check', '--json']);
    const drift = found.out
      .split('\n')
      .filter((line) => line.includes('"DRIFT"'))
      .map((line) => JSON.parse(line));
    expect(found.code).toBe(1);
    expect(drift.map(({ resource, id, path, message }) => [resource, id, path, message.split(':')[0]])).toEqual([
      ['acts', bill.act_id, '', 'the history holds other values'],
      ['rs_tags', tag.id, 'name', 'the history holds other values'],
      ['rs_tags', gone.id, '', 'only the history still has it'],
      ['rs_bills', bill.id, '', 'the history does not know it'],
    ]);
    const { err } = await content(['check', '--record-drift']);
    expect(err).toContain('4 records recorded in the history.');
    await expectNoDrift();
    const last = async (resource: string, number: number) => (await revisionsOf(resource, number)).at(-1);
    const [changed, removed] = [await last('rs_tags', tag.id), await last('rs_tags', gone.id)];
    expect(changed).toMatchObject({ door: 'unknown', action: 'change', fields: { name: [tag.name, name] } });
    expect(removed).toMatchObject({ action: 'remove', change: changed?.change });
    expect(await last('rs_bills', bill.id)).toMatchObject({ action: 'create', change: changed?.change });
    expect(await revisionsOf('acts', bill.act_id)).toHaveLength(1);
    const again = await content(['check', '--record-drift']);
    expect(again.err).toContain('0 records recorded');
  });
});
