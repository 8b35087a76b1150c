import { get, post, send } from '../support/client';
import { unique } from '../support/factory';

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
});
