import { del, get, sql, testService, useService } from '../support/client';
import { compactVersions, withConnection } from '../support/database';
import { make } from '../support/factory';
import { editorOf } from '../support/log-in';
import { startSecondProcess } from '../support/second-process';
import { removeService, type Service, startService } from '../support/service';
import { verificationsIn } from '../support/settled-starts';
import { databaseUrlOf } from '../support/test-service';

const BILLS = '/console/lab/rs_bills';

// A separate service, because the tests empty its tables. Stopped after the connection of this file has ended.
let own: Service;

beforeAll(async () => {
  own = await startService({ READ_TIMEOUT: '600' });
  const { url, authorization } = await editorOf(own);
  useService(url, authorization);
  Object.assign(testService, { environment: own.environment, databaseUrl: await databaseUrlOf(own) });
});

afterAll(() => own && removeService(own));

describe('how many there are, which nobody counts', () => {
  const totals = async () => [
    (await get(BILLS)).body.totalRowCount,
    (await sql('select count(*)::int as count from bills'))[0]?.count,
  ];
  const expectAll = async (count: number) => expect(await totals()).toEqual([count, count]);

  const add = (count: number) =>
    `insert into bills (document_id, content, is_law) select 'counted ' || n, 'counted', false from generate_series(1, ${count}) n`;

  it('records that come and go', async () => {
    const bill = await make('bill');
    const [before] = await totals();
    await expectAll(before);
    await make('bill');
    await del(`${BILLS}/${bill.id}`);
    await expectAll(before);
    await sql(add(30));
    await expectAll(before + 30);
    await withConnection(async (client) => {
      await client.query(
        `begin; ${add(30)}; delete from bills where content = 'counted' and document_id < 'counted 2'`,
      );
      await expectAll(before + 30);
      await client.query('rollback');
      await client.query(
        `begin; savepoint a; ${add(30)}; rollback to a; delete from bills where content = 'counted'; commit`,
      );
    });
    await expectAll(before);
  });

  it('a table that is emptied', async () => {
    await sql(add(3));
    const [before] = await totals();
    await sql(`begin; truncate bills cascade; ${add(1)}; rollback`);
    await expectAll(before);
    await sql(`begin; ${add(2)}; truncate bills cascade; ${add(5)}; commit`);
    await expectAll(5);
    await sql('truncate bills cascade');
    await expectAll(0);
  });

  it.each(['repeatable read', 'serializable'])('a table emptied under an old snapshot: %s', async (level) => {
    await sql(`truncate bills cascade; ${add(3)}`);
    await withConnection(async (client) => {
      await client.query(`begin isolation level ${level}; select from bills`);
      await sql(add(4));
      await client.query('truncate bills cascade; commit');
    });
    await expectAll(0);
    await sql(add(2));
    await expectAll(2);
    await compactVersions(() => expectAll(2));
    await sql(add(1));
    await expectAll(3);
  });

  it('is counted again at a start, which proves nothing else again, and shows what was written while a trigger was disabled', async () => {
    await sql(`begin isolation level repeatable read; truncate bills cascade; ${add(6)}; commit`);
    const tag = await make('tag');
    const name = async () => (await get(`/console/lab/rs_tags/${tag.id}`)).body.name;
    expect(await name()).toBe(tag.name);
    const rename = `update tags set name = 'unseen' where number = ${tag.id}`;
    await sql(
      `alter table tags disable trigger rostra_counted; ${rename}; alter table tags enable trigger rostra_counted`,
    );
    expect(await name()).toBe(tag.name);
    const proven = await verificationsIn(sql);
    const second = await startSecondProcess();
    await second.stop();
    // The starts before have proven the declarations, and nothing has changed since.
    expect(await verificationsIn(sql)).toBe(proven);
    const counts = `select sum(delta)::int as sum, count(*) = count(delta) as "isKnown" from rostra_versions where part = 'bills'`;
    expect(await sql(counts)).toEqual([{ sum: 6, isKnown: true }]);
    expect(await name()).toBe('unseen');
    await expectAll(6);
  });
});
