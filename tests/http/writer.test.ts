import { get, patch, post, sql } from '../support/client';
import { withConnection } from '../support/database';
import { make, unique } from '../support/factory';
import { waitFor } from '../support/wait-for';

const PARTIES = '/console/lab/parties';

/** Statements of triggers, in PL/pgSQL. */
const FAULTS = {
  /** The backend ends in the middle of the transaction. */
  end: 'perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5);',
  refuse: `raise exception 'refused in the middle';`,
  /** Twice a deadlock; sequences are not transactional. */
  twice: `if nextval('test_updates') <= 2 then raise deadlock_detected; end if;`,
  always: 'raise deadlock_detected;',
};

/** While `work` runs, each update of a party meets this fault. */
async function withFault<T>(fault: keyof typeof FAULTS, work: () => Promise<T>): Promise<T> {
  await sql('create sequence test_updates');
  await sql(
    `create function test_update() returns trigger language plpgsql as $$ begin ${FAULTS[fault]} return new; end $$`,
  );
  await sql('create trigger test_update before update on parties for each row execute function test_update()');
  try {
    return await work();
  } finally {
    await sql('drop trigger test_update on parties; drop function test_update; drop sequence test_updates');
  }
}

const nameOf = async (id: number) => (await get(`${PARTIES}/${id}`)).body?.name;

describe('a write that fails in the middle, with its COMMIT already sent', () => {
  it.each([
    ['end', 503, { statusCode: 503, message: 'UNAVAILABLE' }],
    ['refuse', 500, { statusCode: 500, message: 'INTERNAL_ERROR', id: expect.any(String) }],
    ['always', 409, { statusCode: 409, message: 'CONFLICT', errors: expect.any(Array) }],
  ] as const)('stores nothing and says why: %s', async (fault, status, body) => {
    const party = await make('party', { name: unique('黨') });
    const answer = await withFault(fault, () => patch(`${PARTIES}/${party.id}`, { name: unique('改') }));
    expect([answer.status, answer.body]).toEqual([status, body]);
    expect(answer.headers.get('retry-after')).toBe(fault === 'end' ? '5' : null);
    expect(await nameOf(party.id)).toBe(party.name);
    const next = unique('後');
    expect((await patch(`${PARTIES}/${party.id}`, { name: next })).body.name).toBe(next);
  });

  it('is tried again after a deadlock', async () => {
    const party = await make('party', { name: unique('黨') });
    const name = unique('再');
    const answer = await withFault('twice', () => patch(`${PARTIES}/${party.id}`, { name }));
    expect([answer.status, await nameOf(party.id)]).toEqual([200, name]);
  });

  it('fails when its connection is lost while it waits', async () => {
    const party = await make('party', { name: unique('黨') });
    const answer = await withConnection(async (client) => {
      await client.query('begin');
      await client.query('select from parties where number = $1 for update', [party.id]);
      const waiting = patch(`${PARTIES}/${party.id}`, { name: unique('改') });
      const [first] = await waitFor(async () => {
        const found = await sql(
          `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%"parties"%'`,
        );
        return found.length > 0 && found;
      });
      await sql('select pg_terminate_backend($1)', [first?.pid]);
      return waiting;
    });
    expect([answer.status, answer.body]).toEqual([503, { statusCode: 503, message: 'UNAVAILABLE' }]);
    expect(await nameOf(party.id)).toBe(party.name);
  });
});

it('more writes than connections wait for a lock: reads go on, and all succeed in the end', async () => {
  const party = await make('party', { name: unique('黨') });
  const names = Array.from({ length: 14 }, () => unique('名'));
  const writes = await withConnection(async (client) => {
    await client.query('begin');
    await client.query('select from parties where number = $1 for update', [party.id]);
    const sent = names.map((name) => patch(`${PARTIES}/${party.id}`, { name }));
    await waitFor(async () => {
      const [row] = await sql(
        `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%"parties"%'`,
      );
      return (row?.n as number) >= 8;
    });
    expect((await get(`${PARTIES}/${party.id}`)).body.name).toBe(party.name);
    await client.query('rollback');
    return Promise.all(sent);
  });
  expect(writes.map(({ status }) => status)).toEqual(names.map(() => 200));
  expect(names).toContain(await nameOf(party.id));
});

it('an update moves "updated_at" only, and keeps the entry as it was made', async () => {
  const party = await make('party', { name: unique('黨') });
  const columns = () =>
    sql(
      `select id, document_id, created_at, published_at, locale, created_by_id, updated_at > created_at as "isLater",
         published_at = created_at as "isPublished" from parties where number = $1`,
      [party.id],
    );
  const [made] = await columns();
  expect(made).toMatchObject({ isLater: false, isPublished: true, locale: null, created_by_id: null });
  expect((await patch(`${PARTIES}/${party.id}`, { name: unique('改') })).status).toBe(200);
  expect(await columns()).toEqual([{ ...made, isLater: true }]);
});

describe('a list of references', () => {
  const stored = (id: number) =>
    sql(
      'select l.id, reps.number, rep_ord as place from bills_sponsors_lnk l join bills on bills.id = bill_id join reps on reps.id = rep_id where bills.number = $1 order by rep_ord',
      [id],
    );
  const lastNumber = async () => Number((await sql('select last_value from bills_sponsors_lnk_id_seq'))[0]?.last_value);

  it('keeps the links that stay, and takes numbers only for new ones', async () => {
    const [a, b, c] = (await Promise.all([make('rep'), make('rep'), make('rep')])).map(({ id }) => id);
    const bill = await make('bill', { sponsors: [a, b] });
    const path = `/console/lab/rs_bills/${bill.id}`;
    const [first, second] = await stored(bill.id);
    const before = await lastNumber();
    expect((await patch(path, { sponsors: [c, a, b] })).status).toBe(200);
    expect(await stored(bill.id)).toEqual([
      { id: before + 1, number: c, place: 1 },
      { ...first, place: 2 },
      { ...second, place: 3 },
    ]);
    expect((await patch(path, { sponsors: [b, c] })).body.sponsors).toEqual([b, c]);
    expect(await stored(bill.id)).toEqual([
      { ...second, place: 1 },
      { id: before + 1, number: c, place: 2 },
    ]);
    expect(await lastNumber()).toBe(before + 1);
  });
});

it('an identifier that is taken since is a conflict', async () => {
  const term = await make('term');
  const { status, body } = await post('/console/lab/terms', { ...term, id: undefined });
  expect([status, body.errors]).toEqual([409, [expect.objectContaining({ path: 'index', code: 'TAKEN' })]]);
});
