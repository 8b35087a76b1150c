import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { get, sql, testService } from '../support/client';
import { unique } from '../support/factory';
import { credentialOf, sendExact, sendExactJson } from '../support/send-exact';
import { credentialsOf } from '../support/service';

/** Half a surrogate pair, and NUL, as JSON escapes. */
const HALF = '\\ud800';
const NUL = '\\u0000';

// Refused log-ins count, too.
beforeEach(() => sql('delete from rostra_rate_limits'));

const lives = async (): Promise<void> => expect((await get('/c0ngress/zones', { as: 'public' })).status).toBe(200);

describe('a text with half a surrogate pair', () => {
  it('ends no process: register, log-in and the panel’s log-in refuse it at once', async () => {
    const { editor, admin } = await credentialsOf(testService.dataDir);
    const password = `abc${HALF}defgh`;
    for (const [path, body] of [
      ['/api/auth/local/register', `{"username":"half","email":"half@example.org","password":"${password}"}`],
      ['/api/auth/local', `{"identifier":"${editor.login}","password":"${password}"}`],
      ['/admin/login', `{"email":"${admin.login}","password":"${password}"}`],
      ['/api/auth/reset-password', `{"code":"x","password":"${password}","passwordConfirmation":"${password}"}`],
    ] as const) {
      const { status, body: answer } = await sendExactJson(path, body);
      expect([path, status, answer.error.message]).toEqual([path, 400, expect.stringContaining('surrogate')]);
    }
    await lives();
  });

  it.each([
    ['POST', '/content-manager/collection-types/api::tag.tag', 'admin'],
    ['POST', '/admin/users', 'admin'],
    ['PUT', '/users-permissions/advanced', 'admin'],
    ['POST', '/upload/folders', 'panelEditor'],
    ['POST', '/newsroom/score-board', 'panelEditor'],
    ['POST', '/newsroom/imports', 'panelEditor'],
    ['POST', '/api/auth/change-password', 'citizen'],
    ['POST', '/console/lab/rs_tags', 'editor'],
  ] as const)('is refused at %s %s, in values and in names of fields', async (method, path, who) => {
    for (const text of [HALF, NUL]) {
      for (const body of [`{"name":"${text}"}`, `{"a":[{"b":["${text}"]}]}`, `{"${text}":1}`])
        expect([body, (await sendExactJson(path, body, credentialOf(who), method)).status]).toEqual([body, 400]);
    }
  });

  it('is refused in a form', async () => {
    const form = (name: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`;
    const send = (path: string, body: string, type: string) =>
      sendExact({ method: 'POST', path, headers: { ...credentialOf('admin'), 'content-type': type }, body });
    const multipart = 'multipart/form-data; boundary=b';
    for (const fileInfo of [`{"name":"${HALF}"}`, `{"caption":"${NUL}"}`, '{broken', '"text"'])
      expect((await send('/upload', form('fileInfo', fileInfo), multipart)).status).toBe(400);
    const urlencoded = 'application/x-www-form-urlencoded';
    expect((await send('/api/auth/local', 'identifier=a%00b&password=x', urlencoded)).status).toBe(400);
  });
});

describe('a body of very many small things', () => {
  const lists = (count: number): string => `{"a":[${'[],'.repeat(count)}[]]}`;
  const fields = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"f${n}":1`).join(',')}}`;

  it.each([
    ['POST', '/console/lab/rs_tags', 'editor'],
    ['POST', '/content-manager/collection-types/api::tag.tag', 'admin'],
    ['POST', '/content-manager/collection-types/api::tag.tag', undefined],
    ['POST', '/api/nope', undefined],
  ] as const)('is refused: %s %s as %s', async (method, path, who) => {
    for (const body of [lists(60_000), fields(11_000)]) {
      const { status, text } = await sendExactJson(path, body, who && credentialOf(who), method);
      expect([status, text]).toEqual([400, expect.stringContaining('has more than 50000 values')]);
    }
  });

  it('is refused inside a text of a form, or of JSON, with which files are uploaded', async () => {
    const json = `{"fileInfo":${JSON.stringify(lists(60_000))}}`;
    expect((await sendExactJson('/upload', json)).status).toBe(400);
    const form = `--b\r\nContent-Disposition: form-data; name="fileInfo"\r\n\r\n${lists(60_000)}\r\n--b--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const { status, text } = await sendExact({ method: 'POST', path: '/upload', headers, body: form });
    expect([status, text]).toEqual([400, expect.stringContaining('more than 50000 values')]);
    const large = await sendExact({
      method: 'POST',
      path: '/upload',
      headers,
      body: form.replace('[],', 'x'.repeat(2_000_000)),
    });
    expect(large.status).toBe(413);
  });

  it('is not repeated in the error, whose texts are cut', async () => {
    const lists = Array(4000).fill([]);
    for (const [path, body] of [
      ['/api/auth/local', { identifier: lists, password: 'x' }],
      ['/api/auth/local/register', { username: unique('lists'), email: 'lists@example.org', password: lists }],
      ['/admin/login', { email: lists, password: 'x' }],
      ['/admin/login', { email: 'lists@example.org', password: lists }],
    ] as const) {
      const { status, text } = await sendExactJson(path, JSON.stringify(body));
      expect([path, status, text.length < 2000]).toEqual([path, 400, true]);
      expect(text).not.toContain('"value"');
    }
    const named = JSON.stringify({ ['名'.repeat(50_000)]: 1 });
    const { status, text } = await sendExactJson('/admin/roles', named, credentialOf('admin'));
    expect([status, text.length < 5000]).toEqual([400, true]);
  });

  it('is not read before a log-in if it is over 16 kB, in JSON or as a form', async () => {
    const form = `identifier=${'x'.repeat(17_000)}`;
    for (const path of ['/api/auth/local', '/api/auth/refresh', '/admin/login', '/admin/reset-password']) {
      expect([path, (await sendExactJson(path, lists(6_000))).status]).toEqual([path, 413]);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect([path, (await sendExact({ method: 'POST', path, headers, body: form })).status]).toEqual([path, 413]);
    }
  });
});

describe('an address', () => {
  it.each(['/citizen/%00/emails', '/citizen/a%00b/emails', '/citizen/%00/emails/confirm_verification?token=x'])(
    'of nobody is answered as such: %s',
    async (path) => {
      const { status, body } = await sendExact({ path, headers: credentialOf('editor') });
      expect([status, body]).toEqual([404, { statusCode: 404, message: 'NOT_FOUND' }]);
    },
  );

  it.each([
    '/api/users/%00',
    '/api/users/a%E0%A4%A',
    '/api/users?filters[username]=%00',
    '/api/users?filters[username]=%E0%A4%A',
    '/admin/users/%00',
    '/content-manager/collection-types/api::tag.tag/%00',
    '/content-manager/collection-types/api::tag.tag?_q=%00',
    '/content-manager/relations/api::bill.bill/act?_q=%00',
    '/content-manager/relations/api::nope.nope/x?_q=a',
    '/upload/files?filters[name][$eq]=%00',
    '/newsroom/where-used/api::tag.tag/%00',
    '/newsroom/search?q=%00',
    '/newsroom/search?q=a&q=b',
    '/newsroom/search/records?of=a&of=b',
    '/content-manager/collection-types/api::tag.tag?a=%ED%A0%80',
  ])('that is not text is refused: %s', async (path) => {
    expect((await sendExact({ path, headers: credentialOf('admin') })).status).toBe(400);
  });

  it('over 16 kB is 414, headers over 64 kB are 431, both in our shape', async () => {
    for (const path of ['/console/lab/rs_tags', '/api/users', '/admin/users', '/nope']) {
      const long = await sendExact({ path: `${path}?name=${'x'.repeat(17_000)}`, headers: credentialOf('editor') });
      expect([path, long.status, long.body]).toEqual([path, 414, { statusCode: 414, message: 'URI_TOO_LONG' }]);
      const longer = await sendExact({ path: `${path}?name=${'x'.repeat(90_000)}` });
      expect([longer.status, longer.body]).toEqual([431, { statusCode: 431, message: 'HEADERS_TOO_LARGE' }]);
    }
  });

  it.each([
    ['GET', '/nope'],
    ['POST', '/nope'],
    ['DELETE', '/nope/nope'],
    ['GET', '/api'],
    ['GET', '/api/nope'],
    ['POST', '/api/nope'],
    ['GET', '/uploads/nope.png'],
    ['PROPFIND', '/nope'],
  ])('that is none is 404 in our shape: %s %s', async (method, path) => {
    const { status, body } = await sendExact({ method, path });
    expect([status, body]).toEqual([404, { statusCode: 404, message: 'NOT_FOUND' }]);
  });

  it('asked with a method that it has not is 405, in our shape but for the panel', async () => {
    for (const method of ['DELETE', 'PROPFIND', 'TRACE']) {
      const api = await sendExact({ method, path: '/api/auth/local' });
      expect([api.status, api.body, api.headers.allow]).toEqual([
        405,
        { statusCode: 405, message: 'METHOD_NOT_ALLOWED' },
        'POST',
      ]);
      const panel = await sendExact({ method, path: '/admin/login' });
      expect([panel.status, panel.body.error.status, panel.headers.allow]).toEqual([405, 405, 'POST']);
    }
    expect((await sendExact({ path: '/content-manager/nope' })).body.error.name).toBe('NotFoundError');
  });
});

describe('a body', () => {
  const PATHS = ['/api/auth/local', '/admin/login'];
  const post = (path: string, body: string | Buffer, headers: Record<string, string>) =>
    sendExact({ method: 'POST', path, body, headers });
  const json = { 'content-type': 'application/json' };

  it.each([
    ['nested 7,000 levels deep', `{"identifier":${'['.repeat(7_000)}${']'.repeat(7_000)}}`, json, 400],
    ['that is no UTF-8', Buffer.from('{"identifier":"\xff"}', 'latin1'), json, 400],
    ['that is no JSON', '{"identifier":', json, 400],
    ['that is a list', '[]', json, 400],
    ['that is a text', '"x"', json, 400],
    ['of another charset', '{}', { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['of no known charset', '{}', { 'content-type': 'application/json; charset=nope' }, 415],
    ['of another type', '{}', { 'content-type': 'application/xml' }, 415],
    ['of no type', '{}', {}, 415],
    ['that is a form with files', '--b--', { 'content-type': 'multipart/form-data; boundary=b' }, 415],
    ['that is compressed', gzipSync(Buffer.alloc(20_000_000)), { ...json, 'content-encoding': 'gzip' }, 415],
    ['of no known encoding', '{}', { ...json, 'content-encoding': 'nope' }, 415],
    ['over five megabytes', `{"identifier":"${'x'.repeat(6_000_000)}"}`, json, 413],
    ['without what is needed', '{}', json, 400],
    ['that names prototypes', '{"__proto__":{"identifier":"x"},"constructor":{"prototype":{}}}', json, 400],
    ['with objects for texts', '{"identifier":{},"email":{},"password":[]}', json, 400],
  ] as const)('%s is refused', async (_, body, headers, expected) => {
    for (const path of PATHS) {
      const answer = await post(path, body, headers);
      expect([path, answer.status, answer.body.error.status]).toEqual([path, expected, expected]);
    }
    await lives();
  });

  it('that ends early, or is longer than it says, ends nothing', async () => {
    const { hostname, port } = new URL(testService.url);
    for (const length of [3, 5_000]) {
      await new Promise<void>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () =>
          socket.end(
            `POST /api/auth/local HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n{"identifier":"x"}`,
          ),
        );
        socket.on('error', reject);
        socket.on('close', () => resolve());
        socket.resume();
      });
    }
    await lives();
  });
});

describe('values that the database refuses', () => {
  const LONG = 'x'.repeat(300);
  const tag = '/content-manager/collection-types/api::tag.tag';

  it('are 400: more than 255 characters', async () => {
    const user = (fields: object) =>
      JSON.stringify({ username: 'long', email: 'long@example.org', password: 'a long password', ...fields });
    const person = { firstname: 'A', lastname: 'B', email: 'long@example.org', roles: [1] };
    const token = { name: 'long', description: '', type: 'read-only', lifespan: null, permissions: null };
    for (const [path, body, headers] of [
      ['/api/auth/local/register', user({ username: LONG }), {}],
      ['/api/auth/local/register', user({ email: `${LONG}@example.org` }), {}],
      ['/admin/users', JSON.stringify({ ...person, firstname: LONG }), credentialOf('admin')],
      ['/admin/users', JSON.stringify({ ...person, email: `${LONG}@example.org` }), credentialOf('admin')],
      ['/admin/roles', JSON.stringify({ name: LONG, description: '' }), credentialOf('admin')],
      ['/admin/api-tokens', JSON.stringify({ ...token, name: LONG }), credentialOf('admin')],
      ['/upload/folders', JSON.stringify({ name: LONG, parent: null }), credentialOf('admin')],
    ] as const) {
      const { status, text } = await sendExactJson(path, body, headers);
      expect([path, status, text]).toEqual([path, 400, expect.stringContaining('"status":400')]);
    }
  });

  it.each([
    '/api/users/2147483648',
    '/api/users/99999999999999999999',
    '/admin/users/99999999999999999999',
    '/admin/users/x',
    '/upload/files/99999999999999999999',
    '/upload/folders/x',
    `${tag}?filters[id][$eq]=99999999999999999999`,
    `${tag}?filters[createdAt][$gt]=yesterday`,
    `${tag}?filters[createdAt][$gt]=2026-13-45`,
    `${tag}?filters[id][$nope]=1`,
    `${tag}?filters[nope][$eq]=1`,
    `${tag}?sort=nope:ASC`,
    `${tag}?sort=name:SIDEWAYS`,
    `${tag}?page=-1`,
    `${tag}?pageSize=x`,
    `${tag}?filters=x`,
    `${tag}?filters${'[$not]'.repeat(300)}[id]=1`,
  ])('are not a fault of the service: %s', async (path) => {
    const { status, text } = await sendExact({ path, headers: credentialOf('admin') });
    expect([status < 500, text]).toEqual([true, expect.not.stringContaining('InternalServerError')]);
  });
});

describe('what Strapi does not check', () => {
  it.each([
    ['PUT', '/upload/folders/1', { name: 'x', parent: 'x' }],
    ['PUT', '/upload/folders/%22', { name: 'x', parent: null }],
    ['POST', '/upload/actions/bulk-move', { folderIds: ['x', ''], fileIds: [1e20], destinationFolderId: 'x' }],
    ['POST', '/upload/actions/bulk-delete', { folderIds: [1e20], fileIds: ['x'] }],
    ['POST', '/upload/actions/bulk-update', { updates: [{ id: 'x', fileInfo: { folder: 1e20 } }] }],
    ['PUT', '/upload/files/x', { fileInfo: { name: 'x' } }],
  ])('identifiers of files end neither the service nor in silence: %s %s', async (method, path, body) => {
    const { status } = await sendExactJson(path, JSON.stringify(body), credentialOf('panelEditor'), method);
    expect(status).toBe(400);
    await lives();
  });

  it.each([
    ['POST', '/admin/webhooks/1/trigger', {}],
    ['POST', '/admin/permissions/check', { permissions: 'x' }],
    ['PUT', '/admin/homepage/layout', { widgets: 'x' }],
    ['PUT', '/users-permissions/email-templates', { 'email-templates': 'x' }],
    ['POST', '/content-manager/single-types/plugin::users-permissions.user/actions/publish', {}],
    ['GET', '/users-permissions/providers?filters[$not]=x', undefined],
    ['GET', '/admin/users?sort[]=nope:asc', undefined],
    ['GET', '/upload/folders?sort=password:asc', undefined],
    ['GET', '/upload/files?filters[createdAt][$between][0]=x', undefined],
    ['GET', '/content-manager/collection-types/admin::user?_q[a]=1', undefined],
    ['GET', '/content-manager/relations/api::bill.bill/tags?filters[$not]=x', undefined],
  ])('is not a fault of the service: %s %s', async (method, path, body) => {
    const { status, text } = body
      ? await sendExactJson(path, JSON.stringify(body), credentialOf('admin'), method)
      : await sendExact({ path, headers: credentialOf('admin') });
    expect([status < 500, text]).toEqual([true, expect.not.stringContaining('InternalServerError')]);
  });
});

it('no temporary copy stays of a file that nobody expects', async () => {
  const mark = unique('mark');
  const body = `--b\r\nContent-Disposition: form-data; name="other"; filename="x.png"\r\n\r\n${mark}\r\n--b--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  for (const path of ['/api/auth/local', '/api/upload', '/upload'])
    expect((await sendExact({ method: 'POST', path, headers, body })).status).toBeGreaterThanOrEqual(400);
  expect(temporaryFiles().filter((file) => readIfThere(file).includes(mark))).toEqual([]);
});

it('none of the refused accounts was made', async () => {
  expect(await sql("select 1 from up_users where email in ('half@example.org', 'long@example.org')")).toEqual([]);
});

const temporaryFiles = (): string[] =>
  readdirSync(tmpdir(), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => path.join(tmpdir(), name))
    .filter((file) => (statSync(file, { throwIfNoEntry: false })?.size ?? Infinity) < 1_000);

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
