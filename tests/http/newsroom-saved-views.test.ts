import { get, send, sql, statements } from '../support/client';
import { unique } from '../support/factory';
import { createPanelUser, createPanelUserAs, readPermission } from '../support/panel-users';

const PATH = '/newsroom/views';
const BILL = 'api::bill.bill';

type Person = { authorization: string };

const save = (who: Person, view: object) =>
  send('POST', PATH, { uid: BILL, isShared: false, query: 'sort=date%3ADESC', columns: null, ...view }, who);

/** Views that people save of lists (`docs/editors.md`, "Views"). */
describe('a saved view', () => {
  let editor: Person;
  let other: Person;

  beforeAll(async () => {
    [editor, other] = [await createPanelUserAs('strapi-editor'), await createPanelUserAs('strapi-editor')];
  });

  const namesOf = async (who: Person, query = '') =>
    (await get(`${PATH}${query}`, who)).body.map(({ name }: { name: string }) => name);

  it('is its owner’s until it is shared, then of all who may see the list', async () => {
    const [own, shared] = [unique('勞動'), unique('共用')];
    const columns = ['number', 'version_no'];
    const query = 'filters%5B%24and%5D%5B0%5D%5Bterm_index%5D%5B%24eq%5D=9&sort=date%3AASC&pageSize=50&_q=%E5%8B%9E';
    const created = await save(editor, { name: own, query, columns });
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        uid: BILL,
        name: own,
        isShared: false,
        isOwn: true,
        mayRemove: true,
        owner: 'Rui Lin',
        query,
        columns,
      },
    ]);
    await save(editor, { name: shared, isShared: true });
    await save(editor, { name: unique('投票'), uid: 'api::vote.vote' });
    expect(await namesOf(editor, `?uid=${BILL}`)).toEqual([own, shared].sort());
    expect(await namesOf(other)).toEqual(expect.arrayContaining([shared]));
    expect(await namesOf(other)).not.toContain(own);
    expect((await get(`${PATH}/${created.body.id}`, other)).status).toBe(404);
    const blind = await createPanelUser([readPermission('api::vote.vote', ['title'])]);
    expect(await namesOf(blind)).not.toContain(shared);
    expect((await save(blind, { name: unique() })).status).toBe(403);
    const others = await statements(() => get(`/newsroom/list-filters/usable?of=${BILL}`, editor));
    expect(await statements(() => get(PATH, editor))).toBe(others + 1);
  });

  it('is changed and deleted by its owner only, and by anybody once the owner is gone', async () => {
    const { body: view } = await save(editor, { name: unique('檢視'), isShared: true });
    const at = `${PATH}/${view.id}`;
    const renamed = { ...view, name: unique('改名') };
    expect((await send('PUT', at, renamed, other)).status).toBe(404);
    expect((await send('DELETE', at, undefined, other)).status).toBe(404);
    expect((await send('PUT', at, { name: renamed.name }, editor)).body).toEqual(renamed);
    const columns = ['number', 'date'];
    expect((await send('PUT', at, { columns }, editor)).body).toEqual({ ...renamed, columns });
    expect((await send('PUT', at, { columns: null }, editor)).body).toEqual(renamed);
    expect((await send('DELETE', at, undefined, editor)).status).toBe(204);
    expect((await send('DELETE', at, undefined, editor)).status).toBe(404);
    expect((await send('PUT', at, renamed, editor)).status).toBe(404);

    // Brought back, it is the same one.
    const { body: namesake } = await save(editor, { name: renamed.name });
    const taken = await send('POST', `${at}/bring-back`, undefined, editor);
    expect([taken.status, taken.body.error.details]).toEqual([409, { code: 'TAKEN' }]);
    await send('DELETE', `${PATH}/${namesake.id}`, undefined, editor);
    expect((await send('POST', `${at}/bring-back`, undefined, other)).status).toBe(404);
    expect((await send('POST', `${at}/bring-back`, undefined, editor)).body).toEqual(renamed);
    expect((await get(at, other)).body.id).toBe(view.id);

    const leaver = await createPanelUserAs('strapi-editor');
    const { body: left } = await save(leaver, { name: unique('留下'), isShared: true });
    const { body: secret } = await save(leaver, { name: unique('私人') });
    const [{ account } = {}] = await sql('select account from rostra_views where id = $1', [left.id]);
    expect((await send('DELETE', `/admin/users/${account}`, undefined, { as: 'admin' })).status).toBe(200);
    const seen = (await get(`${PATH}/${left.id}`, other)).body;
    expect(seen).toEqual({ ...left, isOwn: false, mayRemove: true, owner: null });
    expect((await send('DELETE', `${PATH}/${left.id}`, undefined, other)).status).toBe(204);
    const old = `update rostra_views set removed = now() - interval '25 hours' where id = $1`;
    await sql(old, [left.id]);
    await save(other, { name: unique() });
    expect(await sql('select id from rostra_views where id = any($1)', [[secret.id, left.id]])).toEqual([]);
  });

  it('has a name of its own among those of its owner, and holds nothing but what a list is asked for', async () => {
    const name = unique('臺北');
    expect((await save(editor, { name })).status).toBe(201);
    const same = await save(editor, { name: ` ${name.replace('臺', '台').toUpperCase()} `, uid: 'api::vote.vote' });
    expect([same.status, same.body.error.details]).toEqual([409, { code: 'TAKEN' }]);
    expect((await save(other, { name })).status).toBe(201);
    const { body: second } = await save(editor, { name: unique() });
    expect((await send('PUT', `${PATH}/${second.id}`, { ...second, name }, editor)).status).toBe(409);
    const both = await Promise.all([1, 2, 3].map(() => save(editor, { name: `${name} 同時` })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const bad = await save(editor, { name: ' ', query: 'populate=*', columns: [1], isShared: 'yes' });
    expect(bad.status).toBe(400);
    for (const field of ['name', 'query', 'columns', 'isShared']) expect(bad.body.error.message).toContain(`${field}`);
    expect((await save(editor, { name: 'x'.repeat(101) })).status).toBe(400);
  });

  it('is one of at most 200', async () => {
    const many = await createPanelUserAs('strapi-editor');
    const { body } = await save(many, { name: unique() });
    await sql(
      `insert into rostra_views (account, uid, name, key, is_shared, query)
        select account, uid, 'n' || n, 'n' || n, false, '' from rostra_views, generate_series(1, 199) n where id = $1`,
      [body.id],
    );
    const refused = await save(many, { name: unique() });
    expect([refused.status, refused.body.error.details]).toEqual([409, { code: 'TOO_MANY' }]);
  });
});
