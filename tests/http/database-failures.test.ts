import { type Answer, del, get, patch, send, sql, testService, useService } from '../support/client';
import { withConnection } from '../support/database';
import { make, unique } from '../support/factory';
import { documentOf, panel } from '../support/panel';
import { makeRelay, type Relay } from '../support/relay';
import { startSecondProcess } from '../support/second-process';
import { credentialsOf, type Service } from '../support/service';
import { waitFor } from '../support/wait-for';

const TAGS = '/console/lab/rs_tags';
const AWAY = '資料庫暫時無法使用，請稍後再試 — The database is currently unavailable; please try again shortly';
/** The connections whose statement sleeps. */
const ASLEEP = "from pg_stat_activity where wait_event = 'PgSleep'";
const PATIENCE = { DATABASE_TIMEOUT: '20', READ_TIMEOUT: '10' };

describe('a service whose database fails', () => {
  let relay: Relay;
  let service: Service;
  let document: string;
  let tag: number;

  beforeAll(async () => {
    relay = await makeRelay(testService.databaseUrl);
    service = await startSecondProcess({ ...PATIENCE, DATABASE_URL: relay.url });
    useService(service.url, `Bearer ${testService.tokens.editor}`);
    tag = (await make('tag')).id;
    document = await documentOf('tags', tag);
    // Caches what the requests below need.
    expect((await get(`${TAGS}/${tag}`)).status).toBe(200);
  });

  afterEach(() => {
    if (service.process.exitCode !== null || service.process.signalCode !== null)
      throw new Error(`the service has ended:\n${service.log()}`);
  });

  afterAll(async () => {
    await service?.stop();
    await relay?.close();
  });

  /** Requests to Strapi's routes that must report the failure: below /api in our error format, elsewhere in the panel's. */
  async function askStrapi(): Promise<Answer[]> {
    const { editor, admin } = await credentialsOf(testService.dataDir);
    const nobody = { as: 'public' } as const;
    const email = `${unique('x').replaceAll(/[^a-z0-9]/g, '')}@example.org`;
    return Promise.all([
      send('POST', '/api/auth/local', { identifier: editor.login, password: editor.password }, nobody),
      send('POST', '/api/auth/local/register', { username: email, email, password: 'long enough' }, nobody),
      send('POST', '/api/auth/forgot-password', { email: 'ming@example.org' }, nobody),
      send('GET', '/api/users/me'),
      send('POST', '/admin/login', { email: admin.login, password: admin.password }, nobody),
      send('PUT', `/content-manager/collection-types/api::tag.tag/${document}`, { name: unique() }, { as: 'admin' }),
    ]);
  }

  function expectAway(answers: Answer[]): void {
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(answers.map(() => '5'));
    for (const { body } of answers) {
      if (body.statusCode) expect(body).toEqual({ statusCode: 503, message: 'UNAVAILABLE' });
      else
        expect(body).toMatchObject({
          data: null,
          error: { status: 503, message: AWAY, details: { code: 'UNAVAILABLE' } },
        });
    }
    expect(answers.filter(({ body }) => body.statusCode).length).toBe(answers.length > 1 ? 4 : answers.length);
  }

  const goesOn = async () => {
    expect((await patch(`${TAGS}/${tag}`, { name: unique() })).status).toBe(200);
    expect((await panel('GET', 'api::tag.tag', `/${document}`)).status).toBe(200);
  };

  it('says so, and nothing about passwords, when there is no database', async () => {
    relay.refuse();
    expectAway(await askStrapi());
    expectAway([await patch(`${TAGS}/${tag}`, { name: unique() })]);
    expectAway([await get(`${TAGS}/${tag}`)]);
    relay.thaw();
    await goesOn();
  });

  it('says so when the database is silent', async () => {
    relay.freeze();
    const [answers, saved] = await Promise.all([askStrapi(), patch(`${TAGS}/${tag}`, { name: unique() })]);
    expectAway(answers);
    expectAway([saved]);
    relay.reset();
    relay.thaw();
    await goesOn();
  });

  it('reads, and says that it cannot write, when the database takes no writes', async () => {
    const [{ name } = {}] = await sql('select current_database() as name');
    // Strapi records the first use of a token.
    const body = { name: unique('token'), description: '', lifespan: null, type: 'read-only' };
    const token = `Bearer ${(await send('POST', '/admin/api-tokens', body, { as: 'admin' })).body.data.accessKey}`;
    await sql(`alter database ${name} set default_transaction_read_only = on`);
    try {
      relay.reset();
      for (const options of [{}, { authorization: token }])
        for (const path of [`${TAGS}/${tag}`, '/console/lab/reps?page=1'])
          expect((await get(path, options)).status).toBe(200);
      expectAway([await patch(`${TAGS}/${tag}`, { name: unique() })]);
      expectAway([await del(`${TAGS}/${tag}`)]);
      const [logIn, register, forgotten, , logInToPanel, save] = await askStrapi();
      for (const answer of [logIn, register, forgotten, logInToPanel, save]) expect(answer?.status).toBe(503);
    } finally {
      await sql(`alter database ${name} reset default_transaction_read_only`);
      relay.reset();
    }
    await goesOn();
  });

  it('says so when the connection of a write is ended before its COMMIT: nothing was stored', async () => {
    const before = (await get(`${TAGS}/${tag}`)).body;
    for (const write of [
      () => patch(`${TAGS}/${tag}`, { name: unique() }),
      () => panel('PUT', 'api::tag.tag', `/${document}`, { name: unique() }),
    ])
      await withConnection(async (other) => {
        await other.query('begin');
        await other.query('select from tags where number = $1 for update', [tag]);
        const asked = write();
        await waitFor(async () => (await endWaiting()) > 0);
        const answer = await asked;
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
        expect(answer.text).not.toContain('OUTCOME_UNKNOWN');
        await other.query('rollback');
      });
    expect((await get(`${TAGS}/${tag}`)).body).toEqual(before);
  });

  const endWaiting = async () =>
    (
      await sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length;

  it('answers 503 to reads that wait for a lock, and the others meanwhile', async () => {
    await withConnection(async (other) => {
      await other.query('begin; lock table bills in access exclusive mode');
      const waiting = Array.from({ length: 14 }, (_, page) => get(`/console/lab/rs_bills?page=${page + 1}`));
      const others = await Promise.all([get('/console/lab/reps?page=2'), get('/console/lab/rs_bills?all'), get(TAGS)]);
      expect(others.map(({ status }) => status)).toEqual([200, 503, 200]);
      const errors = [expect.objectContaining({ code: 'BUSY' })];
      for (const { body, headers } of await Promise.all(waiting))
        expect([headers.get('retry-after'), body]).toEqual(['5', { statusCode: 503, message: 'UNAVAILABLE', errors }]);
      await other.query('rollback');
    });
    expect((await get('/console/lab/rs_bills?page=1')).status).toBe(200);
  });

  it('answers 503 to a read that takes too long', async () => {
    const { id } = await make('zone');
    // Slow for reads with a limit only: Strapi's reads for its events and the integrity report have none, and would hold the view.
    const isSlow = "current_setting('statement_timeout') = '0' or pg_sleep(86400) is not null";
    await sql(`alter table zones rename to slow_zones; create view zones as select * from slow_zones where ${isSlow}`);
    try {
      expectAway([await get(`/console/lab/zones/${id}`)]);
      // PostgreSQL cancels the statement too.
      await waitFor(async () => (await sql(`select ${ASLEEP}`)).length === 0);
    } finally {
      await sql(`select pg_terminate_backend(pid) ${ASLEEP}`);
      await sql('drop view zones; alter table slow_zones rename to zones');
    }
  });
});
