import { Client } from 'pg';
import { get, patch, sql, testService } from '../support/client';
import { content, contentFolder, identifiersUpTo } from '../support/content';
import { make, unique } from '../support/factory';
import { documentOf, panel } from '../support/panel';

const { write, importAll } = contentFolder();
const ids = identifiersUpTo(7_800_000);

const ACT = 'api::act.act';

async function titleOf({ id }: { id: number }): Promise<unknown> {
  const [row] = await sql('select record_title from bills where number = $1', [id]);
  return row?.record_title;
}

/** Runs `work` while another transaction has made a change and has not committed it. */
async function withOpenTransaction<T>(text: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: testService.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(text, values);
    return await work();
  } finally {
    await client.query('commit');
    await client.end();
  }
}

/** Resolves when a matching statement waits for a lock; fails if the work it belongs to ends before. */
async function waitForLock(words: string, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  for (;;) {
    const [row] = await sql(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1",
      [`%${words}%`],
    );
    if (row) return;
    if (isOver) throw new Error(`"${words}" has not waited`);
  }
}

const act = (place: string) => `(select id from acts where number = ${place})`;
const bill = (place: string) => `(select id from bills where number = ${place})`;

describe('the title of a bill is right when', () => {
  const link = `update bills_act_lnk set act_id = ${act('$2')} where bill_id = ${bill('$1')}`;

  it('its act is renamed before the link to it is committed', async () => {
    const [to, moved] = [await make('act'), await make('bill', { version_no: '1' })];
    const title = unique('新法');
    const renamed = await withOpenTransaction(link, [moved.id, to.id], async () => {
      const renaming = patch(`/console/lab/acts/${to.id}`, { title });
      await waitForLock('for no key update', renaming);
      return { renaming };
    });
    expect((await renamed.renaming).status).toBe(200);
    expect(await titleOf(moved)).toBe(`1 · ${title}`);
  });

  it('it is linked before a new name of the act is committed', async () => {
    const [to, moved] = [await make('act'), await make('bill', { version_no: '1' })];
    const title = unique('新法');
    const linked = await withOpenTransaction(
      'update acts set title = $2 where number = $1',
      [to.id, title],
      async () => {
        const linking = withOpenTransaction(link, [moved.id, to.id], async () => undefined);
        await waitForLock('update bills_act_lnk', linking);
        return { linking };
      },
    );
    await linked.linking;
    expect(await titleOf(moved)).toBe(`1 · ${title}`);
  });
});

describe('while an import is being applied', () => {
  /** Blocks an import after it has written everything, when it analyzes its tables. */
  const atItsEnd = 'lock table bills in share update exclusive mode';

  it('the acts of its bills can be saved and renamed, and the bills follow', async () => {
    const named = await make('act');
    const moved = await make('bill', { version_no: '1' });
    const [number = 0] = ids(1);
    const stored = (await get(`/console/lab/rs_bills/${moved.id}`)).body;
    await write('rs_bills.json', [
      { ...stored, act_id: named.id },
      { ...stored, id: number, act_id: named.id, version_no: '2' },
    ]);
    const [first, second] = [unique('甲法'), unique('乙法')];
    const { importing } = await withOpenTransaction(atItsEnd, [], async () => {
      const importing = importAll();
      await waitForLock('analyze', importing);
      expect((await patch(`/console/lab/acts/${named.id}`, { title: first })).status).toBe(200);
      const saved = await panel('PUT', ACT, `/${await documentOf('acts', named.id)}`, { title: second });
      expect([saved.status, saved.text]).toEqual([200, saved.text]);
      return { importing };
    });
    const { code, out } = await importing;
    expect(code).toBe(0);
    expect([await titleOf(moved), await titleOf({ id: number })]).toEqual([`1 · ${second}`, `2 · ${second}`]);

    const [, batch = ''] = /Done: batch (\d+)\./.exec(out) ?? [];
    const back = unique('丙法');
    const { undoing } = await withOpenTransaction(atItsEnd, [], async () => {
      const undoing = content(['undo', batch]);
      await waitForLock('analyze', undoing);
      expect((await patch(`/console/lab/acts/${stored.act_id}`, { title: back })).status).toBe(200);
      return { undoing };
    });
    expect((await undoing).code).toBe(0);
    expect([await titleOf(moved), await titleOf({ id: number })]).toEqual([`1 · ${back}`, undefined]);
  });
});

it('an editor whose save waits too long gets a message in both languages', async () => {
  const held = await make('act');
  const documentId = await documentOf('acts', held.id);
  const answer = await withOpenTransaction('select 1 from acts where number = $1 for update', [held.id], () =>
    panel('PUT', ACT, `/${documentId}`, { title: unique('法') }),
  );
  expect(answer.status).toBe(409);
  expect(answer.body.error.message).toMatch(/^未儲存：.+ — Not saved: .+/);
});
