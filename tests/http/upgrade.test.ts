import { undoBatch } from '../../src/plugins/rostra/server/src/plan/undo';
import { listBatches } from '../../src/plugins/rostra/server/src/store/batches/batches';
import { run } from '../../src/plugins/rostra/server/src/store/database';
import { closePools, openPools } from '../../src/plugins/rostra/server/src/store/pools';
import { resources } from '../../src/resources';
import { del, get, patch, post, send, testService } from '../support/client';
import { answersOf, dataFolderOf, jsonOf } from '../support/data-folder';
import { withConnection } from '../support/database';
import { keyOf, make, resourceByKind } from '../support/factory';
import { type Credentials, credentialsOf, removeService, type Service, startService } from '../support/service';
import { databaseUrlOf } from '../support/test-service';

/** This version starts on a data folder of version 0.1.0 without losing anything. */
const VERSION = '0.1.0';

/** A role that an administrator made for people who import. */
const IMPORTER = `
  with role as (
    insert into public.admin_roles (document_id, name, code, created_at, updated_at, published_at)
    values ('importer', '匯入 Importer', 'importer', now(), now(), now()) returning id
  ), permission as (
    insert into public.admin_permissions (document_id, action, action_parameters, properties, conditions)
    select md5(action), action, '{}', '{}', '[]'
    from unnest(array['plugin::room.content-import', 'plugin::room.topic-map', 'plugin::upload.read']) action returning id
  )
  insert into public.admin_permissions_role_lnk (permission_id, role_id, permission_ord)
  select permission.id, role.id, row_number() over (order by permission.id) from permission, role`;

/** Editors were granted imports, and an administrator revoked that. */
const EDITORS_WITHOUT_IMPORT = `
  delete from public.admin_permissions where action = 'plugin::room.content-import' and id in (
    select permission_id from public.admin_permissions_role_lnk where role_id =
      (select id from public.admin_roles where code = 'strapi-editor'))`;

let service: Service;
let credentials: Credentials;
let answers: Map<string, string>;

const logIn = async (identifier: string, password: string) =>
  post('/api/auth/local', { identifier, password }, { as: 'public' });
const enter = (email: string, password: string) => send('POST', '/admin/login', { email, password }, { as: 'public' });

beforeAll(async () => {
  const dataDir = await dataFolderOf(VERSION, IMPORTER, EDITORS_WITHOUT_IMPORT);
  credentials = await credentialsOf(dataDir);
  answers = await answersOf(VERSION);
  service = await startService({ DATA_DIR: dataDir });
  testService.url = service.url;
  testService.databaseUrl = await databaseUrlOf(service);
  const { body } = await logIn(credentials.editor.login, credentials.editor.password);
  testService.tokens.editor = body.jwt;
});

afterAll(async () => {
  if (service) await removeService(service);
});

describe(`a data folder of version ${VERSION}`, () => {
  it('answers every list and every record as that version did', async () => {
    expect(answers.size).toBeGreaterThan(300);
    for (const resource of resources) expect([...answers.keys()]).toContain(`${resource.path}?all`);
    for (const [path, before] of answers) {
      const now = await get(path);
      expect([path, now.status, now.body]).toEqual([path, 200, JSON.parse(before)]);
    }
  });

  it('starts history with every record as found', async () => {
    await withConnection(async (client) => {
      const { rows } = await client.query(
        `select r.resource, count(*)::int, count(r.state)::int as whole, max(c.kind) as kind, min(c.kind) as kinds
         from rostra_records r join rostra_changes c on c.id = r.change group by r.resource`,
      );
      const counts = new Map(rows.map(({ resource, ...row }) => [resource, row]));
      for (const { name, path } of resources) {
        const { rows: records } = JSON.parse(answers.get(`${path}?all`) ?? '');
        expect([name, counts.get(name)]).toEqual([
          name,
          { count: records.length, whole: records.length, kind: 'found', kinds: 'found' },
        ]);
      }
      expect((await client.query('select count(*)::int from rostra_revisions')).rows[0].count).toBe(0);
    });
  });

  it('lets everybody log in as before, and creates no new accounts', async () => {
    for (const citizen of ['ming', 'hua']) {
      expect([citizen, (await logIn(citizen, 'Citizen-of-version-0.1.0')).status]).toEqual([citizen, 200]);
    }
    expect((await logIn('ming', 'Citizen-of-version-0.1.1')).status).toBe(400);
    const people = [
      [credentials.admin.login, credentials.admin.password],
      [credentials.panelEditor.login, credentials.panelEditor.password],
      ['reviewer@example.org', 'Reviewer-of-version-0.1.0'],
    ] as const;
    const tokens: string[] = [];
    for (const [email, password] of people) {
      const entered = await enter(email, password);
      expect([email, entered.status]).toEqual([email, 200]);
      tokens.push(entered.body.data.token);
    }
    testService.tokens.admin = tokens[0] ?? '';
    const { body } = await send('GET', '/admin/users?pageSize=100', undefined, { as: 'admin' });
    expect(body.data.results).toHaveLength(people.length);
    expect(await credentialsOf(service.dataDir)).toEqual(credentials);
    expect(service.log()).not.toContain(credentials.admin.password);
    await expectReviewer(tokens[2] ?? '');
  });

  it('keeps API tokens and what an administrator changed about roles', async () => {
    const { readOnly, fullAccess } = await jsonOf<Record<string, string>>(VERSION, 'api-tokens.json');
    const by = (token: string | undefined) => ({ authorization: `Bearer ${token}` });
    expect((await get('/console/lab/acts', by(readOnly))).status).toBe(200);
    expect((await post('/console/lab/rs_tags', { name: '令牌' }, by(readOnly))).status).toBe(403);
    expect((await post('/console/lab/rs_tags', { name: '令牌' }, by(fullAccess))).status).toBe(201);
    const zone = await make('zone');
    expect((await del(`/console/lab/zones/${zone.id}`)).status).toBe(403);
    expect((await del(`/console/lab/zones/${zone.id}`, by(fullAccess))).status).toBe(204);
  });

  it('keeps what roles may do in the editors’ plugin, which was called room', async () => {
    const { body } = await enter(credentials.admin.login, credentials.admin.password);
    const by = { authorization: `Bearer ${body.data.token}` };
    const roles: { id: number; code: string }[] = (await send('GET', '/admin/roles', undefined, by)).body.data;
    const actionsOf = async (code: string): Promise<string[]> => {
      const id = roles.find((role) => role.code === code)?.id;
      const held = (await send('GET', `/admin/roles/${id}/permissions`, undefined, by)).body.data;
      return held.map(({ action }: { action: string }) => action).sort();
    };
    const ours = async (code: string) =>
      (await actionsOf(code)).filter((action) => /^plugin::(news)?room\./.test(action));
    expect(await actionsOf('importer')).toEqual([
      'plugin::newsroom.content-import',
      'plugin::newsroom.topic-map',
      'plugin::upload.read',
    ]);
    expect(await ours('rostra-reviewer')).toEqual(['plugin::newsroom.report', 'plugin::newsroom.topic-map']);
    expect(await ours('strapi-editor')).toEqual(['plugin::newsroom.report', 'plugin::newsroom.topic-map']);
  });

  it('has nothing left under the name room', async () => {
    await withConnection(async (client) => {
      const { rows: tables } = await client.query(
        `select tablename as name from pg_tables where schemaname = 'public'`,
      );
      expect(tables.length).toBeGreaterThan(100);
      for (const { name } of tables) {
        const { rows } = await client.query(
          `select left(stored::text, 80) as stored from "${name}" stored where stored::text ~ 'plugin(::|_)room'`,
        );
        expect([name, rows]).toEqual([name, []]);
      }
      const { rows } = await client.query(
        `select count(*)::int from strapi_core_store_settings where starts_with(key, 'plugin_newsroom_layout::')`,
      );
      expect(rows[0].count).toBeGreaterThan(40);
    });
  });

  it('takes writes: a record as it was changes nothing, new ones get new identifiers', async () => {
    const bills = resourceByKind('bill').path;
    const [row] = JSON.parse(answers.get(`${bills}?all`) ?? '').rows;
    const bill = (await get(`${bills}/${row.id}`)).body;
    expect((await patch(`${bills}/${row.id}`, bill)).body).toEqual(bill);
    expect((await patch(`${bills}/${row.id}`, { content: '升級之後' })).body).toEqual({ ...bill, content: '升級之後' });
    for (const resource of resources) {
      const { rows } = JSON.parse(answers.get(`${resource.path}?all&full`) ?? '') as { rows: Record<string, number>[] };
      const known = rows.map((each) => keyOf(resource, each));
      expect([resource.name, known.length > 0]).toEqual([resource.name, true]);
      const made = keyOf(resource, await make(resource.kind));
      // Callers choose a term's index; the database assigns every other identifier.
      if (!resource.key.field) expect([resource.name, made > Math.max(...known)]).toEqual([resource.name, true]);
    }
  });

  it('keeps the recorded imports, and says that it cannot undo them', async () => {
    const names = ['匯入的標籤一', '匯入的標籤二'];
    const imported = async () =>
      (await get('/console/lab/rs_tags')).body.rows.filter(({ name }: { name: string }) => names.includes(name));
    expect(await imported()).toHaveLength(2);
    const primary = { connectionString: testService.databaseUrl };
    openPools({ primary, readSeconds: 600, writeSeconds: 600 }, () => undefined);
    try {
      await expect(undoBatch(1)).rejects.toThrow(/it can no longer be undone/);
      expect(await imported()).toHaveLength(2);
      expect(await listBatches(run)).toMatchObject([{ number: 1, counts: { rs_tags: { created: 2 } } }]);
    } finally {
      await closePools();
    }
  });

  it('restarts with what was written since', async () => {
    const tag = await make('tag');
    await service.stop();
    service = await startService({ DATA_DIR: service.dataDir });
    testService.url = service.url;
    expect((await get(`/console/lab/rs_tags/${tag.id}`)).body).toEqual(tag);
    expect(await credentialsOf(service.dataDir)).toEqual(credentials);
  });
});

/** A reviewer of the panel may read, but not write. */
async function expectReviewer(token: string): Promise<void> {
  const by = { authorization: `Bearer ${token}` };
  const tags = '/content-manager/collection-types/api::tag.tag';
  expect((await send('GET', `${tags}?page=1&pageSize=10`, undefined, by)).status).toBe(200);
  expect((await send('POST', tags, { name: '審閱' }, by)).status).toBe(403);
}
