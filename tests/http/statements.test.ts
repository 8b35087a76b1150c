import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Resource } from '../../src/plugins/rostra/server/src/resource/resource';
import { resources, views } from '../../src/resources';
import { create, get, patch, post, sql, type Traffic, traffic } from '../support/client';
import { completeBody, itemOf, make, resourceByKind, unique } from '../support/factory';
import { root } from '../support/service';

/** The cost of a read after a change: one statement, whatever the number of rows and nested rows. */
const FIRST = { statements: 1, lookUps: 1 };
/** The cost of a read while nothing changes. */
const AGAIN = { statements: 0, lookUps: 1 };

/** Runs an update without effect on a table of the resource. */
async function change({ kind }: Resource): Promise<void> {
  const schema = await readFile(path.join(root, `src/api/${kind}/content-types/${kind}/schema.json`), 'utf8');
  await sql(`update "${JSON.parse(schema).collectionName}" set id = id where false`);
}

async function expectCost(
  read: () => Promise<unknown>,
  expected: Traffic,
  prepare?: () => Promise<void>,
): Promise<void> {
  expect(await traffic(read, { atMost: expected.statements, prepare })).toEqual(expected);
}

describe('statements of a read', () => {
  beforeAll(async () => {
    const reps = await Promise.all(Array.from({ length: 12 }, () => make('rep')));
    const ids = reps.map(({ id }) => id as number);
    for (let each = 0; each < 3; each += 1) {
      await create('/console/lab/rs_bills', {
        ...(await completeBody(resourceByKind('bill'))),
        sponsors: ids,
        cosponsors: ids,
      });
    }
  });

  it.each(resources.map((of) => of.name))('%s: list, page, detail', async (name) => {
    const of = resources.find((each) => each.name === name);
    if (!of) throw new Error(name);
    const record = await make(of.kind);
    // One more statement reads the credential.
    await get(of.path);
    const filtered = Object.entries(of.filters)
      .filter(([, { schema }]) => schema.type === 'integer')
      .map(([filter]) => `${filter}=1`)
      .join('&');
    for (const asked of [
      `${of.path}?page=1`,
      `${of.path}?all`,
      `${of.path}?full`,
      `${of.path}?${filtered || 'page=2'}`,
      itemOf(of, record),
    ]) {
      await expectCost(
        () => get(asked),
        FIRST,
        () => change(of),
      );
      await expectCost(
        () => get(asked),
        AGAIN,
        async () => {
          await change(of);
          await get(asked);
        },
      );
    }
    await expectCost(() => get(`${of.paths.read}/2147483647`), FIRST);
    await expectCost(() => get(`${of.paths.read}/x`), AGAIN);
  });

  it.each(views.map(({ path }) => path))('%s', async (path) => {
    const of = views.find((each) => each.path === path);
    const parameters = Object.keys(of?.parameters ?? {}).map((name) => `${name}=1`);
    const read = () => get(`${path}?${parameters.join('&')}`);
    await read();
    await expectCost(read, FIRST, async () => {
      for (const resource of resources) await change(resource);
    });
    // A missing record is looked up again.
    await expectCost(read, (await read()).status === 404 ? FIRST : AGAIN);
  });

  it('costs none but the look-up when nothing is new to the asker, kept or not', async () => {
    const bill = await make('bill');
    for (const path of ['/console/lab/rs_bills', `/console/lab/rs_bills/${bill.id}`]) {
      const { headers } = await get(path);
      const asked = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
      await expectCost(() => get(path, asked), AGAIN);
      expect((await get(path, asked)).status).toBe(304);
    }
  });

  it('serves a crowd with one statement', async () => {
    await get('/console/lab/rs_votes');
    const length = 100;
    const crowd = () => Promise.all(Array.from({ length }, () => get('/console/lab/rs_votes')));
    const { statements, lookUps } = await traffic(crowd, {
      atMost: 1,
      prepare: () => change(resourceByKind('vote')),
    });
    expect(statements).toBe(1);
    expect(lookUps).toBeLessThan(length);
  });

  it('a credential that is not valid costs nothing, a refusal and a malformed query the look-up', async () => {
    await get('/console/lab/rs_bills');
    await get('/console/lab/rs_bills', { as: 'public' });
    await expectCost(() => get('/console/lab/rs_bills', { authorization: 'Bearer a.b.c' }), {
      statements: 0,
      lookUps: 0,
    });
    await expectCost(() => get('/console/lab/rs_bills', { as: 'public' }), AGAIN);
    await expectCost(() => get('/console/lab/rs_bills?page=x'), AGAIN);
  });
});

describe('statements of a write', () => {
  const counted = async (write: () => Promise<unknown>, statements: number) =>
    expect((await traffic(write, { atMost: statements })).statements).toBe(statements);

  it('a text: begin, origin, lock, read, update, answer, commit', async () => {
    const bill = await make('bill');
    await counted(() => patch(`/console/lab/rs_bills/${bill.id}`, { content: unique() }), 7);
    await counted(() => patch(`/console/lab/rs_bills/${bill.id}`, {}), 6);
  });

  it('lists: one more finds the references, and two write each list, whatever its length', async () => {
    const reps = await Promise.all(Array.from({ length: 12 }, () => make('rep')));
    const ids = reps.map(({ id }) => id as number);
    const bill = await make('bill');
    const write = (sponsors: number[]) => patch(`/console/lab/rs_bills/${bill.id}`, { sponsors });
    await counted(() => write(ids.reverse()), 10);
  });

  it('a record: begin, origin, row ids, insert, answer, commit', async () => {
    await counted(() => post('/console/lab/parties', { name: unique(), abbreviation: '甲' }), 6);
  });
});
