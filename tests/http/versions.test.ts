import { Client } from 'pg';
import { context, create, del, get, type Options, patch, send, sql, traffic } from '../support/client';
import { make, unique } from '../support/factory';
import { documentOf, panel } from '../support/panel';
import { type Service, startService } from '../support/service';

const TAGS = '/console/lab/rs_tags';
const TAG = 'api::tag.tag';

/** A second connection, for transactions of its own. */
async function connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: context.databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const namesAt = async (path = `${TAGS}?all`, options?: Options): Promise<string[]> =>
  (await get(path, options)).body.rows.map(({ name }: { name: string }) => name);

describe('a read sees what is committed, through whatever door it came', () => {
  it('HTTP', async () => {
    const name = unique('標籤');
    expect(await namesAt()).not.toContain(name);
    const { id } = await create(TAGS, { name });
    expect(await namesAt()).toContain(name);
    const other = unique('標籤');
    expect((await patch(`${TAGS}/${id}`, { name: other })).status).toBe(200);
    expect(await namesAt()).toContain(other);
    expect((await del(`${TAGS}/${id}`)).status).toBe(204);
    expect(await namesAt()).not.toContain(other);
  });

  it('the admin panel', async () => {
    const tag = await make('tag');
    await namesAt();
    const name = unique('標籤');
    const document = await documentOf('tags', tag.id);
    expect((await panel('PUT', TAG, `/${document}`, { name })).status).toBe(200);
    expect(await namesAt()).toContain(name);
    expect((await panel('DELETE', TAG, `/${document}`)).status).toBe(200);
    expect(await namesAt()).not.toContain(name);
  });

  it('plain SQL, once it is committed and not before', async () => {
    const tag = await make('tag');
    const [before, after] = [tag.name, unique('標籤')];
    await connected(async (client) => {
      await client.query('begin');
      await client.query('update tags set name = $1 where number = $2', [after, tag.id]);
      expect(await namesAt()).toContain(before);
      await client.query('commit');
      expect(await namesAt()).toContain(after);
    });
  });

  it('transactions that end in another order than they began', async () => {
    const [first, second] = [await make('tag'), await make('tag')];
    const [early, late] = [unique('先'), unique('後')];
    await connected((one) =>
      connected(async (other) => {
        const rename = 'update tags set name = $1 where number = $2';
        await one.query('begin');
        await one.query(rename, [early, first.id]);
        await other.query('begin');
        await other.query(rename, [late, second.id]);
        await other.query('commit');
        expect(await namesAt()).toContain(late);
        await one.query('commit');
        expect(await namesAt()).toEqual(expect.arrayContaining([early, late]));
      }),
    );
  });

  it('a part of a transaction that is taken back, and another that is not', async () => {
    const tag = await make('tag');
    await namesAt();
    const name = unique('標籤');
    await connected(async (client) => {
      await client.query('begin');
      await client.query('savepoint here');
      await client.query('update tags set name = $1 where number = $2', ['x', tag.id]);
      await client.query('rollback to here');
      await client.query('update tags set name = $1 where number = $2', [name, tag.id]);
      await client.query('commit');
    });
    expect(await namesAt()).toContain(name);
  });

  it('what other records have in it', async () => {
    const tag = await make('tag');
    const bill = await make('bill', { tags: [tag.name] });
    const tags = async () => (await get(`/console/lab/rs_bills/${bill.id}`)).body.tags;
    expect(await tags()).toEqual([tag.id]);
    await del(`${TAGS}/${tag.id}`);
    expect(await tags()).toEqual([]);
  });

  it('how many there are, which nobody counts', async () => {
    const ACTS = '/console/lab/acts';
    const totals = async () => [
      (await get(ACTS)).body.totalRowCount,
      (await sql('select count(*)::int as count from acts'))[0]?.count,
    ];
    const expectAll = async (count: number) => expect(await totals()).toEqual([count, count]);
    const act = await make('act');
    const [before] = await totals();
    await expectAll(before);
    await make('act');
    await del(`${ACTS}/${act.id}`);
    await expectAll(before);
    const rows = `insert into acts (document_id, title, official_seq_no) select 'counted ' || n, 'counted', n from generate_series(1, 30) n`;
    await sql(rows);
    await expectAll(before + 30);
    await connected(async (client) => {
      await client.query(`begin; ${rows}; delete from acts where title = 'counted' and document_id < 'counted 2'`);
      await expectAll(before + 30);
      await client.query('rollback');
      await client.query(
        `begin; savepoint a; ${rows}; rollback to a; delete from acts where title = 'counted'; commit`,
      );
    });
    await expectAll(before);
    await connected(async (client) => {
      await client.query('create table emptied (like acts including all)');
      await client.query(
        `create trigger rostra_counted after update or truncate on emptied for each statement execute function rostra_moved()`,
      );
      await client.query(`insert into rostra_versions values ('emptied', 1, 7); truncate emptied`);
      const { rows: found } = await client.query(
        `select sum(delta)::int as left from rostra_versions where part = 'emptied'`,
      );
      await client.query(`drop table emptied; delete from rostra_versions where part = 'emptied'`);
      expect(found).toEqual([{ left: 0 }]);
    });
  });

  it('many small transactions, which are put together without a change of the versions', async () => {
    const { headers } = await get(TAGS);
    await connected((client) =>
      client.query('do $$ begin for i in 1..1500 loop update docs set id = id where false; commit; end loop; end $$'),
    );
    const rows = async () => (await sql('select count(*)::int as count from rostra_versions'))[0]?.count as number;
    expect(await rows()).toBeGreaterThan(1_500);
    const asked = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    const end = Date.now() + 10_000;
    while ((await rows()) > 1_000 && Date.now() < end) expect((await get(TAGS, asked)).status).toBe(304);
    expect(await rows()).toBeLessThan(1_000);
    expect(await traffic(() => get(TAGS, asked))).toEqual({ statements: 0, lookUps: 1 });
  });
});

describe('several processes against one database', () => {
  let second: Service;

  beforeAll(async () => {
    const { PORT: _, ...environment } = context.environment;
    second = await startService({ ...environment, DATABASE_URL: context.databaseUrl });
  });

  afterAll(() => second?.stop());

  const there = async (path: string, authorization = `Bearer ${context.tokens.editor}`) => {
    const answer = await fetch(`${second.url}${path}`, { headers: { authorization } });
    return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') ?? '' };
  };

  it('answer what the other one has written, every time', async () => {
    const { id } = await make('tag');
    for (let time = 0; time < 40; time += 1) {
      const name = unique('標籤');
      expect((await patch(`${TAGS}/${id}`, { name })).status).toBe(200);
      expect(JSON.parse((await there(`${TAGS}/${id}`)).text).name).toBe(name);
    }
  });

  it('know each other’s entity tags', async () => {
    const { headers } = await get(TAGS, { headers: { 'accept-encoding': 'identity' } });
    const answer = await fetch(`${second.url}${TAGS}`, {
      headers: { authorization: `Bearer ${context.tokens.editor}`, 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(answer.status).toBe(304);
  });

  it('lock out at the next request who is blocked, and whose token is deleted or changed', async () => {
    const authorization = `Bearer ${context.tokens.citizen}`;
    const path = '/citizen/ming/emails';
    expect((await there(path, authorization)).status).toBe(200);
    const block = (isBlocked: boolean) =>
      sql('update up_users set blocked = $1 where username = $2', [isBlocked, 'ming']);
    await block(true);
    expect((await there(path, authorization)).status).toBe(401);
    await block(false);
    expect((await there(path, authorization)).status).toBe(200);

    const admin = { as: 'admin' } as const;
    const settings = { name: unique('token'), description: '', type: 'custom' };
    const body = { ...settings, lifespan: null, permissions: ['api::tag.tag.find'] };
    const made = (await send('POST', '/admin/api-tokens', body, admin)).body.data;
    const token = `Bearer ${made.accessKey}`;
    expect((await there(TAGS, token)).status).toBe(200);
    const changed = { ...settings, permissions: ['api::doc.doc.find'] };
    expect((await send('PUT', `/admin/api-tokens/${made.id}`, changed, admin)).status).toBe(200);
    expect((await there(TAGS, token)).status).toBe(403);
    await send('DELETE', `/admin/api-tokens/${made.id}`, undefined, admin);
    expect((await there(TAGS, token)).status).toBe(401);
  });

  it('follow the roles page at the next request', async () => {
    const admin = { as: 'admin' } as const;
    const [{ id } = { id: 0 }] = await sql(`select id from up_roles where type = 'citizen'`);
    const allow = async (enabled: boolean) => {
      const { role } = (await send('GET', `/users-permissions/roles/${id}`, undefined, admin)).body;
      role.permissions['api::tag'].controllers.tag.find.enabled = enabled;
      const { name, description, permissions } = role;
      await send('PUT', `/users-permissions/roles/${id}`, { name, description, permissions, users: [] }, admin);
    };
    const citizen = `Bearer ${context.tokens.citizen}`;
    for (const isAllowed of [true, false, true, false]) {
      await allow(isAllowed);
      expect((await there(TAGS, citizen)).status).toBe(isAllowed ? 200 : 403);
    }
  });
});
