import { get, post, send } from '../support/client';
import { itemOf, resourceByKind, unique } from '../support/factory';
import { askerOf } from '../support/send-json';
import { credentialsOf, removeService, type Service, startNewService, startService } from '../support/service';

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

describe('the first start', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startNewService({ SAMPLE_DATA: 'true' });
  });

  afterAll(() => removeService(service));

  const ask = askerOf(() => service);

  const signIn = async () => {
    const { login: identifier, password } = (await credentialsOf(service.dataDir)).editor;
    return ask('POST', '/api/auth/local', { body: { identifier, password } });
  };

  const signInToPanel = async (): Promise<string> => {
    const { login: email, password } = (await credentialsOf(service.dataDir)).admin;
    return (await ask('POST', '/admin/login', { body: { email, password } })).body.data.token;
  };

  it('is not repeated: what has been deleted stays deleted', async () => {
    const token: string = (await signIn()).body.jwt;
    for (const kind of ['data-report', 'figure', 'bill-data-set', 'vote', 'bill', 'rep', 'term', 'party']) {
      const resource = resourceByKind(kind);
      const { rows } = (await ask('GET', `${resource.path}?all`, { token })).body;
      expect(rows).not.toHaveLength(0);
      for (const row of rows) {
        expect((await ask('DELETE', itemOf(resource, row, 'remove'), { token })).status).toBe(204);
      }
    }
    const users = '/content-manager/collection-types/plugin::users-permissions.user';
    const panel = await signInToPanel();
    const [editor] = (await ask('GET', users, { token: panel })).body.results;
    expect((await ask('DELETE', `${users}/${editor.documentId}`, { token: panel })).status).toBe(200);

    await service.stop();
    service = await startService({ SAMPLE_DATA: 'true', DATA_DIR: service.dataDir });
    expect((await signIn()).status).toBe(400);
    const again = await signInToPanel();
    expect((await ask('GET', users, { token: again })).body.results).toEqual([]);
    for (const uid of ['api::bill.bill', 'api::party.party', 'api::term.term']) {
      expect((await ask('GET', `/content-manager/collection-types/${uid}`, { token: again })).body.results).toEqual([]);
    }
  });
});
