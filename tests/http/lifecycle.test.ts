import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { simpleParser } from 'mailparser';
import { withClient } from '../../src/runtime/pg-client';
import { itemOf, resourceByKind } from '../support/factory';
import { editorOf, panelToken } from '../support/log-in';
import { SECRETS } from '../support/production';
import { askerOf } from '../support/send-json';
import {
  credentialsOf,
  removeService,
  runCommand,
  type Service,
  startNewService,
  startService,
} from '../support/service';
import { databaseUrlOf } from '../support/test-service';

/** The password of a second editor. */
const PASSWORD = 'another one';

/** Gives everybody the role of the editor. */
const MAKE_ALL_EDITORS = `update up_users_role_lnk set role_id =
  (select role_id from up_users_role_lnk join up_users u on u.id = user_id where u.username = 'editor')`;

/** Follows one service from its first start to its end. */
describe('the life of a service', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startNewService({ SAMPLE_DATA: 'true' });
  });

  afterAll(() => removeService(service));

  const query = async (text: string) =>
    withClient({ connectionString: await databaseUrlOf(service) }, (client) => client.query(text));

  const signIn = async () => (await editorOf(service)).authorization;

  const read = async (resource: string, authorization: string) => {
    const answer = await fetch(`${service.url}${resource}`, { headers: { authorization } });
    return { status: answer.status, text: await answer.text() };
  };

  it('shows the passwords once, keeps them to its owner, and loads the sample data', async () => {
    const { editor, admin } = await credentialsOf(service.dataDir);
    expect(service.log()).toContain(editor.password);
    expect(service.log()).toContain(admin.password);
    for (const file of ['credentials.json', 'secrets.json']) {
      expect((await stat(path.join(service.dataDir, file))).mode & 0o777).toBe(0o600);
    }
    const bills = await read('/console/lab/rs_bills', await signIn());
    expect(JSON.parse(bills.text).totalRowCount).toBeGreaterThan(10);
  });

  it('ends a command that cannot prepare the database, and says why', async () => {
    await query('alter table rostra_batches rename to kept; create sequence rostra_batches');
    try {
      const { code, err } = await runCommand('content', ['batches'], service.environment);
      expect([code, err]).toEqual([1, expect.stringContaining('rostra_batches')]);
    } finally {
      await query('drop sequence rostra_batches; alter table kept rename to rostra_batches');
    }
  });

  it('ends a command for a data folder without a database, and makes none', async () => {
    const dataDir = `${service.dataDir}-never-made`;
    const { code, out, err } = await runCommand('content', ['batches', '--json'], {
      ...service.environment,
      ...{ DATA_DIR: dataDir, DATABASE_URL: '' },
    });
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(`There is no database in ${dataDir}.`)]);
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });

  it('writes mails to files where no mail server is set, and says where', async () => {
    const authorization = await signIn();
    const { text } = await read('/citizen/editor/emails', authorization);
    const [{ id, email }] = JSON.parse(text).rows;
    expect((await read(`/citizen/editor/emails/${id}/request_verification`, authorization)).status).toBe(200);
    const folder = path.join(service.dataDir, 'mails');
    const [file = '', readable = '', ...others] = await readdir(folder);
    expect([path.extname(file), path.extname(readable), others]).toEqual(['.eml', '.txt', []]);
    expect((await stat(path.join(folder, file))).mode & 0o777).toBe(0o600);
    const mail = await simpleParser(await readFile(path.join(folder, file)));
    expect([mail.to].flat()[0]?.text).toBe(email);
    const link = /https?:\/\/\S+/.exec(await readFile(path.join(folder, readable), 'utf8'))?.[0] ?? '';
    expect(mail.text).toContain(link);
    expect(decodeURIComponent(link)).toContain(
      `http://localhost:${new URL(service.url).port}/citizen/editor/emails/${id}/`,
    );
    expect((await fetch(link.replace('localhost', '127.0.0.1'))).status).toBe(200);
  });

  it('comes back after kill -9 with the same data and log-ins, and nothing that was deleted comes back', async () => {
    const ask = askerOf(() => service);
    const signInAs = async (identifier: string, password: string) =>
      ask('POST', '/api/auth/local', { body: { identifier, password } });
    const { editor, admin } = await credentialsOf(service.dataDir);
    const lin = ['lin', PASSWORD] as const;
    const account = { username: 'lin', email: 'lin@example.org', password: PASSWORD };
    expect((await ask('POST', '/api/auth/local/register', { body: account })).status).toBe(200);
    await query(MAKE_ALL_EDITORS);
    const token: string = (await signInAs(editor.login, editor.password)).body.jwt;
    for (const kind of ['data-report', 'figure', 'bill-data-set', 'vote', 'bill', 'rep', 'term', 'party']) {
      const resource = resourceByKind(kind);
      const { rows } = (await ask('GET', `${resource.path}?all`, { token })).body;
      expect(rows).not.toHaveLength(0);
      for (const row of rows) {
        expect((await ask('DELETE', itemOf(resource, row, 'remove'), { token })).status).toBe(204);
      }
    }
    const users = '/content-manager/collection-types/plugin::users-permissions.user';
    const panel = await panelToken(service.url, admin);
    const accounts = (await ask('GET', users, { token: panel })).body.results;
    const first = accounts.find(({ username }: { username: string }) => username === 'editor');
    expect((await ask('DELETE', `${users}/${first.documentId}`, { token: panel })).status).toBe(200);
    const topics = async () => {
      const { jwt } = (await signInAs(...lin)).body;
      return read('/console/lab/specific_topics?all', `Bearer ${jwt}`);
    };
    const before = await topics();
    expect(JSON.parse(before.text).rows).not.toHaveLength(0);

    const ended = new Promise((resolve) => service.process.once('exit', resolve));
    service.process.kill('SIGKILL');
    await ended;
    service = await startService({ SAMPLE_DATA: 'true', DATA_DIR: service.dataDir });
    expect(service.log()).not.toContain(editor.password);
    expect(await topics()).toEqual(before);
    expect((await signInAs(editor.login, editor.password)).status).toBe(400);
    const again = await panelToken(service.url, admin);
    const left = (await ask('GET', users, { token: again })).body.results;
    expect(left.map(({ username }: { username: string }) => username)).toEqual(['lin']);
    for (const uid of ['api::bill.bill', 'api::party.party', 'api::term.term']) {
      const { results } = (await ask('GET', `/content-manager/collection-types/${uid}`, { token: again })).body;
      expect(results).toEqual([]);
    }
  });

  it('ends cleanly on a signal, and its database with it', async () => {
    const running = path.join(service.dataDir, 'postgres', 'postmaster.pid');
    await stat(running);
    const ended = new Promise((resolve) => service.process.once('exit', (code) => resolve(code)));
    service.process.kill('SIGTERM');
    expect(await ended).toBe(0);
    await expect(stat(running)).rejects.toThrow('ENOENT');
  });

  it('refuses to start in production without its secrets, and names each', async () => {
    const { code, err, out } = await runCommand('serve', [], { ...service.environment, NODE_ENV: 'production' });
    expect(code).not.toBe(0);
    for (const name of SECRETS) expect(`${err}${out}`).toContain(name);
  });
});
