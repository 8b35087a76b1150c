import { create, del, get, type Options, patch, sql, traffic } from '../support/client';
import { compactVersions, withConnection } from '../support/database';
import { make, unique } from '../support/factory';
import { documentOf, panel } from '../support/panel';

const TAGS = '/console/lab/rs_tags';
const TAG = 'api::tag.tag';

const namesAt = async (path = `${TAGS}?all`, options?: Options): Promise<string[]> =>
  (await get(path, options)).body.rows.map(({ name }: { name: string }) => name);

describe('a read sees every committed write, whichever way it came', () => {
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
    await withConnection(async (client) => {
      await client.query('begin');
      await client.query('update tags set name = $1 where number = $2', [after, tag.id]);
      expect(await namesAt()).toContain(before);
      await client.query('commit');
      expect(await namesAt()).toContain(after);
    });
  });

  it('plain SQL in the rows that a record contains', async () => {
    const bill = await make('bill', {
      legislative_steps: [{ date: 0, legislative_step_id: (await make('legislative-step')).id }],
    });
    const dates = async () =>
      (await get(`/console/lab/rs_bills/${bill.id}`)).body.legislative_steps.map(({ date }: { date: number }) => date);
    expect(await dates()).toEqual([0]);
    await sql(
      `update components_bill_legislative_steps set date = to_timestamp(86400) where id in (
         select cmp_id from bills_cmps where entity_id = (select id from bills where number = ${bill.id}))`,
    );
    expect(await dates()).toEqual([86_400_000]);
  });

  it('transactions that end in another order than they began', async () => {
    const [first, second] = [await make('tag'), await make('tag')];
    const [early, late] = [unique('先'), unique('後')];
    await withConnection((one) =>
      withConnection(async (other) => {
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
    await withConnection(async (client) => {
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

  it('many small transactions, which are put together without a change of the versions', async () => {
    const { headers } = await get(TAGS);
    const asked = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    const prepare = () => compactVersions(async () => expect((await get(TAGS, asked)).status).toBe(304));
    expect(await traffic(() => get(TAGS, asked), { atMost: 0, prepare })).toEqual({ statements: 0, lookUps: 1 });
  });
});
