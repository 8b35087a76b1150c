import { create, get, sql } from '../support/client';
import { completeBody, resourceByKind } from '../support/factory';

const PATH = '/console/lab/rs_bills';
const TERM = 73;

/** An odd number of records, more than two pages; some without a date, several with the same date. */
const COUNT = 47;

describe('pages of a list', () => {
  beforeAll(async () => {
    const body = await completeBody(resourceByKind('bill'));
    for (let each = 0; each < COUNT; each += 1) {
      const date = each % 5 === 0 ? null : Date.UTC(2020, 0, 1 + (each % 7));
      await create(PATH, { ...body, date, term_index: TERM });
    }
  });

  it.each([
    ['all', ''],
    ['of a term', `&term=${TERM}`],
    ['of an act, found by a relation', 'act'],
  ])('put together, they are the whole list: %s', async (_, filter) => {
    const chosen = filter === 'act' ? `&act=${await anAct()}` : filter;
    const whole = (await get(`${PATH}?all${chosen}`)).body;
    const first = (await get(`${PATH}?page=1${chosen}`)).body;
    const rows = [];
    for (let page = 1; page <= first.paging.pages; page += 1) {
      const { body } = await get(`${PATH}?page=${page}${chosen}`);
      expect(body.totalRowCount).toBe(whole.rows.length);
      rows.push(...body.rows);
    }
    expect(first.paging.pages).toBeGreaterThan(2);
    expect(rows).toEqual(whole.rows);
  });

  it('after the last one there is nothing', async () => {
    const { body } = await get(`${PATH}?term=${TERM}&page=4`);
    expect([body.rows, body.totalRowCount]).toEqual([[], COUNT]);
    expect((await get(`${PATH}?page=99999999999`)).body.rows).toEqual([]);
  });

  it('the records of a component are found by an index', async () => {
    const found = await sql(
      `select indexdef from pg_indexes where tablename = 'bills_cmps' and indexdef like '%(cmp_id)'`,
    );
    expect(found).toHaveLength(1);
  });

  async function anAct(): Promise<number> {
    return (await get(`${PATH}?term=${TERM}`)).body.rows[0].act.id;
  }
});
