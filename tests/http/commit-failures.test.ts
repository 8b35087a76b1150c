import { json } from 'node:stream/consumers';
import type { Core } from '@strapi/strapi';
import knex from 'knex';
import { awaitCommits } from '../../src/strapi/commits';
import { type Answer, del, get, patch, post, sql, testService } from '../support/client';
import { type COMMIT_FAULTS, withCommitFault } from '../support/commit-faults';
import { content, contentFolder, identifiersUpTo } from '../support/content';
import { make, unique } from '../support/factory';
import { csv, importClient, parties } from '../support/import-page';
import { documentOf, panel } from '../support/panel';
import { setUpReceiver } from '../support/receiver';
import { growthOf } from '../support/scrape';
import { accountOf, user } from '../support/user';
import { waitFor } from '../support/wait-for';

const PARTIES = '/console/lab/parties';
const PARTY = 'api::party.party';
const ids = identifiersUpTo(8_800_000);
const files = contentFolder();

const named = (name: string) => ({ name, abbreviation: '甲' });

/** Ways in which the commit of a party fails. */
const failing = <T>(what: keyof typeof COMMIT_FAULTS, work: () => Promise<T>) => withCommitFault('parties', what, work);

const nameOf = async (id: number) => (await get(`${PARTIES}/${id}`)).body?.name;
const isStored = async (name: string) => (await sql('select from parties where name = $1', [name])).length > 0;

describe('a write whose COMMIT fails', () => {
  const webhooks = setUpReceiver();
  const delivered: string[] = [];

  beforeAll(async () => {
    const { receiver } = webhooks;
    receiver.server.on('request', async (request, answer) => {
      const { uid, entry } = (await json(request)) as { uid: string; entry: { name: string } };
      if (uid === PARTY) delivered.push(entry.name);
      answer.end();
    });
    await receiver.subscribe(['entry.create', 'entry.update', 'entry.delete']);
  });

  afterAll(() => sql('delete from strapi_webhooks'));

  const UNKNOWN = {
    statusCode: 503,
    message: 'UNAVAILABLE',
    errors: [{ path: '', code: 'OUTCOME_UNKNOWN', message: expect.stringContaining('may or may not') }],
  };
  const BUSY = {
    statusCode: 503,
    message: 'UNAVAILABLE',
    errors: [{ path: '', code: 'BUSY', message: expect.stringContaining('Another write holds') }],
  };
  const INTERNAL = { statusCode: 500, message: 'INTERNAL_ERROR', id: expect.stringMatching(/^[0-9a-f-]{36}$/) };

  it.each([
    ['end', UNKNOWN],
    ['refuse', INTERNAL],
    ['violate', { statusCode: 409, message: 'CONFLICT', errors: expect.any(Array) }],
    ['wait', BUSY],
    ['always', { statusCode: 409, message: 'CONFLICT', errors: expect.any(Array) }],
  ] as const)('is not reported as a success of POST, PATCH or DELETE: %s', async (what, body) => {
    const party = await make('party', { name: unique('黨') });
    const [fresh, other] = [unique('新'), unique('改')];
    const answers: Answer[] = [];
    await failing(what, async () => {
      answers.push(await post(PARTIES, named(fresh)));
      answers.push(await patch(`${PARTIES}/${party.id}`, { name: other }));
      answers.push(await del(`${PARTIES}/${party.id}`));
    });
    expect(answers.map((answer) => answer.body)).toEqual([body, body, body]);
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(body.statusCode));
    expect(await nameOf(party.id)).toBe(party.name);
    expect(await isStored(fresh)).toBe(false);
    if (what === 'refuse')
      expect(webhooks.service.log()).toMatch(
        new RegExp(`error: COMMIT; - refused by the test[^(]*(\\([^)]*\\)[^(]*)*\\(request ${answers[0]?.body.id}\\)`),
      );
    expect(answers[0]?.headers.get('retry-after')).toBe(what === 'wait' ? '5' : null);
  });

  it('is tried again after a serialization failure', async () => {
    const party = await make('party', { name: unique('黨') });
    const name = unique('再');
    const answer = await failing('twice', () => patch(`${PARTIES}/${party.id}`, { name }));
    expect([answer.status, await nameOf(party.id)]).toEqual([200, name]);
  });

  it.each([
    ['end', 503, '無法確定是否已儲存', 'OUTCOME_UNKNOWN'],
    ['refuse', 500, '未儲存：資料庫拒絕寫入', 'INTERNAL_ERROR'],
    ['wait', 409, '請稍後再試', undefined],
  ] as const)('is told in the panel, in both languages: %s', async (what, status, words, code) => {
    const [party, second] = [await make('party', { name: unique('黨') }), await make('party', { name: unique('黨') })];
    const documents = [await documentOf('parties', party.id), await documentOf('parties', second.id)];
    const fresh = unique('新');
    const answers: Answer[] = [];
    await failing(what, async () => {
      answers.push(await panel('POST', PARTY, '', named(fresh)));
      answers.push(await panel('PUT', PARTY, `/${documents[0]}`, { name: unique('改') }));
      answers.push(await panel('DELETE', PARTY, `/${documents[0]}`));
      answers.push(await panel('POST', PARTY, '/actions/bulkDelete', { documentIds: documents }));
    });
    // A bulk operation ends its transaction outside of the writes, so a lock timeout is a 503 there.
    const statuses = [status, status, status, what === 'wait' ? 503 : status];
    expect(answers.map((answer) => answer.status)).toEqual(statuses);
    for (const [index, { body }] of answers.entries())
      expect(body).toMatchObject({
        data: null,
        error: { status: statuses[index], message: expect.stringContaining(words) },
      });
    for (const { body } of answers) expect(body.error.message).toMatch(/ — [A-Z][a-z]+/);
    // A form words the outcome by it.
    expect(answers[1]?.body.error.details?.code).toBe(code);
    expect([await nameOf(party.id), await nameOf(second.id)]).toEqual([party.name, second.name]);
    expect(await isStored(fresh)).toBe(false);
  });

  it('is not reported as a success of an import, of applying or of undoing', async () => {
    const [id] = ids(1);
    const name = unique('匯');
    await files.write('parties.json', [{ id, ...named(name) }]);
    const plan = files.at('parties.plan');
    expect((await content(['plan', files.at('parties.json'), '-o', plan])).code).toBe(0);
    await failing('end', async () => {
      for (const done of [await content(['import', files.at('parties.json')]), await content(['apply', plan])])
        expect([done.code, done.err]).toEqual([1, expect.stringContaining('may or may not be stored')]);
    });
    expect(await isStored(name)).toBe(false);
    const { out } = await content(['apply', plan]);
    const [, batch = ''] = /batch (\d+)/.exec(out) ?? [];
    await failing('refuse', async () => {
      const { code, err } = await content(['undo', batch]);
      expect([code, err]).toEqual([1, expect.stringContaining('refused by the test')]);
    });
    expect(await isStored(name)).toBe(true);
  });

  it('is not reported as a success on the import page, which looks up the outcome, nor counted as one', async () => {
    const editor = importClient(testService.url, `Bearer ${testService.tokens.panelEditor}`);
    const counted = async <T>(outcome: string, work: () => Promise<T>): Promise<T> => {
      let result: T | undefined;
      const grown = await growthOf(testService.url, 'rostra_panel_imports_total', { outcome }, async () => {
        result = await work();
      });
      expect([outcome, grown]).toEqual([outcome, 1]);
      return result as T;
    };
    const [id] = ids(1);
    const name = unique('頁');
    const planned = await counted('planned', () =>
      editor.plan(parties(csv('id,name,abbreviation', `${id},${name},甲`))),
    );
    const apply = () => editor.apply(planned.id);
    expect(await counted('interrupted', () => failing('end', apply))).toMatchObject({ state: 'interrupted' });
    expect(await isStored(name)).toBe(false);
    expect(await counted('failed', () => failing('refuse', apply))).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('refused by the test'),
    });
    expect(await counted('applied', apply)).toMatchObject({ state: 'applied' });
    expect(await isStored(name)).toBe(true);
  });

  it('reports no success for a new account', async () => {
    const create = () => user('create', ...accountOf({ username: 'wu-li' }));
    await withCommitFault('up_users_role_lnk', 'refuse', async () => {
      const { code, out } = await create();
      expect([code, out]).toEqual([1, expect.not.stringContaining('Created')]);
    });
    expect(await sql(`select from up_users where username = 'wu-li'`)).toEqual([]);
    expect((await create()).code).toBe(0);
  });

  it('sends no webhook', async () => {
    delivered.length = 0;
    const party = await make('party', { name: unique('黨') });
    const document = await documentOf('parties', party.id);
    const silent = unique('默');
    for (const what of ['end', 'refuse'] as const)
      await failing(what, async () => {
        await post(PARTIES, named(silent));
        await patch(`${PARTIES}/${party.id}`, { name: silent });
        await panel('PUT', PARTY, `/${document}`, { name: silent });
        await panel('POST', PARTY, '/actions/bulkDelete', { documentIds: [document] });
      });
    const last = unique('末');
    await patch(`${PARTIES}/${party.id}`, { name: last });
    await waitFor(() => delivered.includes(last));
    expect(delivered).toEqual([party.name, last]);
  });
});

describe('a transaction of knex', () => {
  const connection = knex({ client: 'pg', connection: testService.databaseUrl, pool: { min: 0, max: 1 } });
  const asStrapi = (pool: unknown) => ({ db: { connection: pool } }) as Core.Strapi;

  beforeAll(() => awaitCommits(asStrapi(connection)));
  afterAll(() => connection.destroy());

  it('is not committed when one of its statements has failed, though nobody has minded', async () => {
    const transaction = await connection.transaction();
    await expect(transaction.raw('select 1 / 0')).rejects.toThrow('division by zero');
    await expect(transaction.commit()).rejects.toThrow('rolled back');
    const next = await connection.transaction();
    await next.raw('select 1');
    await next.commit();
  });

  it('keeps the service from starting if an upgrade of knex begins transactions elsewhere', () => {
    expect(() => awaitCommits(asStrapi({ context: {} }))).toThrow('context of knex that begins transactions');
  });
});
