import { get, post, send } from '../support/client';
import { make, unique } from '../support/factory';

/** Creates an API token in the panel and returns it as a header. */
async function tokenFor(settings: Record<string, unknown>): Promise<string> {
  const body = { name: unique('token'), description: '', lifespan: null, ...settings };
  const answer = await send('POST', '/admin/api-tokens', body, { as: 'admin' });
  if (answer.status !== 201) throw new Error(answer.text);
  return `Bearer ${answer.body.data.accessKey}`;
}

describe('an API token', () => {
  it('with actions of its own may do those, and what everybody may', async () => {
    const authorization = await tokenFor({ type: 'custom', permissions: ['api::tag.tag.find'] });
    expect((await get('/console/lab/rs_tags', { authorization })).status).toBe(200);
    expect((await get('/c0ngress/zones', { authorization })).status).toBe(200);
    expect((await get('/console/lab/terms', { authorization })).body.message).toBe('FORBIDDEN');
    expect((await post('/console/lab/rs_tags', { name: unique() }, { authorization })).status).toBe(403);
  });

  it('for reading may read everything, and write nothing', async () => {
    const authorization = await tokenFor({ type: 'read-only' });
    expect((await get('/console/lab/terms', { authorization })).status).toBe(200);
    expect((await get('/c0ngress/zones', { authorization })).status).toBe(200);
    expect((await post('/console/lab/rs_tags', { name: unique() }, { authorization })).status).toBe(403);
  });

  it('reads history only with its actions: one for reading does not', async () => {
    const { id } = await make('tag');
    const at = `/console/lab/rs_tags/${id}`;
    const { rows } = (await get(`${at}/history`)).body;
    const paths = [`${at}/history`, `${at}/history/${rows[0].change}`, `${at}?change=${rows[0].change}`];
    const everywhere = ['/console/changes', '/console/deleted'];
    const statuses = (authorization: string, asked: string[]) =>
      Promise.all(asked.map(async (each) => (await get(each, { authorization })).status));
    const reading = await tokenFor({ type: 'read-only' });
    expect(await statuses(reading, [at, ...paths, ...everywhere])).toEqual([200, ...Array(5).fill(403)]);
    const permissions = ['findOne', 'history', 'readHistory'].map((action) => `api::tag.tag.${action}`);
    const custom = await tokenFor({ type: 'custom', permissions });
    expect(await statuses(custom, [...paths, ...everywhere])).toEqual([200, 200, 200, 403, 403]);
    const all = await tokenFor({ type: 'full-access' });
    expect(await statuses(all, [...paths, ...everywhere])).toEqual(Array(5).fill(200));
  });
});
