import { type Answer, del, get, patch, post, send, sql, testService } from '../support/client';
import { withCommitFault } from '../support/commit-faults';
import { identifiersUpTo } from '../support/content';
import { make, unique } from '../support/factory';
import { csv, importClient, parties } from '../support/import-page';
import { documentOf, panel } from '../support/panel';
import { credentialsOf } from '../support/service';

const PARTIES = '/console/lab/parties';
const PARTY = 'api::party.party';
const AWAY = '資料庫暫時無法使用，請稍後再試 — The database is currently unavailable; please try again shortly';
const nobody = { as: 'public' } as const;
const ids = identifiersUpTo(8_850_000);

const named = (name: string) => ({ name, abbreviation: '甲' });
const isStored = async (name: string) => (await sql('select from parties where name = $1', [name])).length > 0;

/** The error in our format and in Strapi's, each with `Retry-After`. */
function expectAway(answers: Answer[]): void {
  for (const { status, headers, body } of answers) {
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    if (body.statusCode) expect(body).toEqual({ statusCode: 503, message: 'UNAVAILABLE' });
    else
      expect(body).toMatchObject({
        data: null,
        error: { status: 503, message: AWAY, details: { code: 'UNAVAILABLE' } },
      });
  }
}

describe('a write that the disk of the database has no room for', () => {
  it('is 503 at the API, stores nothing, and reads go on', async () => {
    const party = await make('party', { name: unique('黨') });
    const [fresh, other] = [unique('新'), unique('改')];
    await withCommitFault('parties', 'full', async () => {
      expectAway([
        await post(PARTIES, named(fresh)),
        await patch(`${PARTIES}/${party.id}`, { name: other }),
        await del(`${PARTIES}/${party.id}`),
      ]);
      expect((await get(`${PARTIES}/${party.id}`)).body.name).toBe(party.name);
    });
    expect(await isStored(fresh)).toBe(false);
    expect((await patch(`${PARTIES}/${party.id}`, { name: other })).status).toBe(200);
  });

  it('is 503 when it is history that finds no room: neither record nor history change', async () => {
    const party = await make('party', { name: unique('黨') });
    const path = `${PARTIES}/${party.id}`;
    const [fresh, other] = [unique('新'), unique('改')];
    const document = await documentOf('parties', party.id);
    const page = importClient(testService.url, `Bearer ${testService.tokens.panelEditor}`);
    await patch(path, { name: unique('改') });
    const plan = await page.plan(parties(csv('id,name,abbreviation', `${party.id},${other},甲`)));
    const before = [(await get(path)).text, (await get(`${path}/history`)).text];
    const [first] = (await get(`${path}/history`)).body.rows.map(({ change }: { change: number }) => change).reverse();
    await withCommitFault('rostra_revisions', 'full', async () => {
      expectAway([
        await post(PARTIES, named(fresh)),
        await patch(path, { name: other }),
        await del(path),
        await post(`${path}/restore`, { change: first }),
        await panel('PUT', PARTY, `/${document}`, { name: other }),
      ]);
      expect(await page.apply(plan.id)).toMatchObject({ state: 'failed' });
    });
    expect([(await get(path)).text, (await get(`${path}/history`)).text]).toEqual(before);
    expect(await isStored(fresh)).toBe(false);
    expect((await post(`${path}/restore`, { change: first })).status).toBe(200);
    expect((await get(path)).body.name).toBe(party.name);
    expect((await get(`${path}/history`)).body.rows[0].kind).toBe('restore');
  });

  it('is 503 in the panel, alone and with others', async () => {
    const party = await make('party', { name: unique('黨') });
    const document = await documentOf('parties', party.id);
    const fresh = unique('新');
    await withCommitFault('parties', 'full', async () =>
      expectAway([
        await panel('POST', PARTY, '', named(fresh)),
        await panel('PUT', PARTY, `/${document}`, { name: unique('改') }),
        await panel('DELETE', PARTY, `/${document}`),
        await panel('POST', PARTY, '/actions/bulkDelete', { documentIds: [document] }),
      ]),
    );
    expect(await isStored(fresh)).toBe(false);
    expect((await get(`${PARTIES}/${party.id}`)).body.name).toBe(party.name);
  });

  it('is a 503 for a registration, and leaves no account', async () => {
    const username = unique('name').replaceAll(/[^a-z0-9]/g, '');
    const account = { username, email: `${username}@example.org`, password: 'a long password' };
    const register = () => send('POST', '/api/auth/local/register', account, nobody);
    await withCommitFault('up_users', 'full', async () => expectAway([await register()]));
    expect(await sql('select from up_users where username = $1', [username])).toEqual([]);
    expect((await register()).status).toBe(200);
  });

  it('is a 503 for a log-in, not a wrong password', async () => {
    const { admin, editor } = await credentialsOf(testService.dataDir);
    await withCommitFault('strapi_sessions', 'full', async () =>
      expectAway([
        await send('POST', '/admin/login', { email: admin.login, password: admin.password }, nobody),
        await send('POST', '/api/auth/local', { identifier: editor.login, password: editor.password }, nobody),
      ]),
    );
  });

  it('fails an import, which can be applied later', async () => {
    const page = importClient(testService.url, `Bearer ${testService.tokens.panelEditor}`);
    const name = unique('匯');
    const { id } = await page.plan(parties(csv('id,name,abbreviation', `${ids(1)[0]},${name},甲`)));
    await withCommitFault('parties', 'full', async () =>
      expect(await page.apply(id)).toMatchObject({ state: 'failed' }),
    );
    expect(await isStored(name)).toBe(false);
    expect(await page.apply(id)).toMatchObject({ state: 'applied' });
    expect(await isStored(name)).toBe(true);
  });
});
