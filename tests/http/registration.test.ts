import { register } from '../support/citizen';
import { send, sql, testService } from '../support/client';
import { unique } from '../support/factory';
import { startMailServer, startSilentServer } from '../support/mail-server';
import { scrape, totalOf } from '../support/scrape';
import { credentialsOf } from '../support/service';
import { waitFor } from '../support/wait-for';

const PASSWORD = 'a long password';
const everybody = { as: 'public' } as const;

const addressOf = (name: string) => `${unique(name)}@example.org`.toLowerCase().replaceAll(/[^a-z0-9@.]/g, '');

const ask = (username: string, email: string) =>
  send('POST', '/api/auth/local/register', { username, email, password: PASSWORD }, everybody);

/** Returns an answer with its names normalized. */
const shapeOf = ({ body, status }: Awaited<ReturnType<typeof ask>>, username: string) => ({
  status,
  keys: Object.keys(body).sort(),
  user: Object.fromEntries(
    Object.entries(body.user).map(([key, value]) => [
      key,
      value === username ? 'name' : /At$|id$|Id$/.test(key) || value,
    ]),
  ),
});

describe('a registration', () => {
  it('is answered alike for an address that is free and for one that belongs to an account', async () => {
    const taken = addressOf('taken');
    const owner = await register();
    await sql('update up_users set email = $1 where id = $2', [taken, owner.account]);
    const [free, name, other] = [addressOf('free'), unique('name'), unique('other')];
    const [first, second] = [await ask(name, free), await ask(other, taken)];
    expect(first.status).toBe(200);
    expect(shapeOf(second, other)).toEqual(shapeOf({ ...first, body: replaced(first.body, free, taken) }, name));
    for (const { body } of [first, second]) {
      const mine = `/citizen/${encodeURIComponent(body.user.username)}/emails`;
      const { rows } = (await send('GET', mine, undefined, { authorization: `Bearer ${body.jwt}` })).body;
      expect(rows).toMatchObject([{ email: body.user.email, is_primary: true, is_verified: false }]);
    }
    for (const identifier of [name, other]) {
      const answer = await send('POST', '/api/auth/local', { identifier, password: PASSWORD }, everybody);
      expect([identifier, answer.status]).toEqual([identifier, 200]);
    }
    const byAddress = await send('POST', '/api/auth/local', { identifier: free, password: PASSWORD }, everybody);
    expect(byAddress.status).toBe(400);
  });

  const replaced = (body: { user: { email: string } }, from: string, to: string) => ({
    ...body,
    user: { ...body.user, email: body.user.email === from ? to : body.user.email },
  });

  it('shows the address of an account that has not verified it when it logs in', async () => {
    const { handle, email } = await register();
    const answer = await send('POST', '/api/auth/local', { identifier: handle, password: PASSWORD }, everybody);
    expect(answer.body.user.email).toBe(email);
  });

  it('reports a taken user name, also for requests at once, and refuses names that look like an address', async () => {
    const name = unique('name');
    const all = await Promise.all(['a', 'b', 'c', 'd'].map((each) => ask(name, addressOf(each))));
    expect(all.map(({ body }) => body.error?.message).sort()).toEqual([
      ...Array(3).fill('This user name is taken.'),
      undefined,
    ]);
    expect((await ask(addressOf('name'), addressOf('e'))).body.error.message).toContain('username');
    expect((await ask(unique('d'), 'no address')).body.error.message).toContain('email');
  });
});

describe('a log-in', () => {
  /** What a refused log-in takes: CPU time of the service, which depends little on the load, and the time until the answer. In seconds. */
  async function costOf(path: string, body: unknown): Promise<{ cpu: number; wall: number }> {
    const before = await cpuTime();
    const start = performance.now();
    expect((await send('POST', path, body, everybody)).status).toBe(400);
    const wall = (performance.now() - start) / 1000;
    return { cpu: (await cpuTime()) - before, wall };
  }

  const cpuTime = async () => totalOf(await scrape(testService.url), 'process_cpu_seconds_total');

  const least = (costs: { cpu: number; wall: number }[]) => ({
    cpu: Math.min(...costs.map(({ cpu }) => cpu)),
    wall: Math.min(...costs.map(({ wall }) => wall)),
  });

  it('takes as long for a name that nobody has, at the API and in the panel', async () => {
    const { admin } = await credentialsOf(testService.dataDir);
    const { handle } = await register();
    await sql("delete from rostra_rate_limits where key like 'log-in:%'");
    for (const [path, known, unknown] of [
      ['/api/auth/local', { identifier: handle }, () => ({ identifier: unique('nobody') })],
      ['/admin/login', { email: admin.login }, () => ({ email: addressOf('nobody') })],
    ] as const) {
      const costs: Record<'known' | 'unknown', { cpu: number; wall: number }[]> = { known: [], unknown: [] };
      for (let each = 0; each < 3; each += 1) {
        costs.known.push(await costOf(path, { ...known, password: 'wrong' }));
        costs.unknown.push(await costOf(path, { ...unknown(), password: 'wrong' }));
      }
      expect(least(costs.unknown).cpu).toBeGreaterThan(least(costs.known).cpu / 2);
      // The comparison precedes the answer. The bound is wide: other tests run at the same time.
      expect(least(costs.unknown).wall).toBeGreaterThan(least(costs.known).wall / 4);
    }
  });
});

describe('a mail that somebody asks for', () => {
  it('is prepared after the answer, for a code that then works', async () => {
    const citizen = await register();
    const email = addressOf('forgotten');
    await sql('update up_users set email = $1 where id = $2', [email, citizen.account]);
    const requested = await send('POST', '/api/auth/forgot-password', { email }, everybody);
    expect([requested.status, requested.body]).toEqual([200, { ok: true }]);
    const code = await waitFor(
      async () =>
        (await sql('select reset_password_token as code from up_users where id = $1', [citizen.account]))[0]?.code,
    );
    const body = { code, password: 'another password', passwordConfirmation: 'another password' };
    expect((await send('POST', '/api/auth/reset-password', body, everybody)).status).toBe(200);
    expect((await send('POST', '/api/auth/forgot-password', { email: 'x' }, everybody)).status).toBe(400);
  });
});

describe('where addresses are to be confirmed first', () => {
  const advanced = async (values: object) => {
    const { settings } = (await send('GET', '/users-permissions/advanced', undefined, { as: 'admin' })).body;
    const answer = await send('PUT', '/users-permissions/advanced', { ...settings, ...values }, { as: 'admin' });
    expect(answer.status).toBe(200);
  };
  beforeAll(() => advanced({ email_confirmation: true }));
  afterAll(() => advanced({ email_confirmation: false }));

  it('the mail is sent once the account is stored, to the address that was given', async () => {
    const server = await startMailServer(testService.smtpPort);
    try {
      const email = addressOf('confirm');
      const { status, body } = await ask(unique('name'), email);
      expect([status, body.user.email, body.jwt]).toEqual([200, email, undefined]);
      await waitFor(() => server.mails.length > 0);
      expect([server.mails[0]?.to].flat().map((each) => each?.text)).toEqual([email]);
      const [, code] = /confirmation=([0-9a-f]{40})/.exec(server.mails[0]?.text ?? '') ?? [];
      await send('GET', `/api/auth/email-confirmation?confirmation=${code}`, undefined, everybody);
      expect(await sql('select confirmed from up_users where id = $1', [body.user.id])).toEqual([{ confirmed: true }]);
    } finally {
      await server.stop();
    }
  });

  it('neither a mail server that says nothing keeps people waiting, nor one that is away refuses them', async () => {
    const silent = await startSilentServer(testService.smtpPort);
    try {
      const name = unique('name');
      expect((await ask(name, addressOf('silent'))).status).toBe(200);
      await silent.called;
      // No transaction waits for the mail.
      const open = await sql("select 1 from pg_stat_activity where state = 'idle in transaction'");
      expect(open).toEqual([]);
      expect(await sql('select confirmed from up_users where username = $1', [name])).toEqual([{ confirmed: false }]);
    } finally {
      await silent.stop();
    }
    expect((await ask(unique('name'), addressOf('away'))).status).toBe(200);
  });
});

describe('the page for a new password', () => {
  const open = (language: string) =>
    fetch(`${testService.url}/citizen/password?code=abc`, { headers: { 'accept-language': language } });

  it('follows the reader’s language, and loads nothing from other sites', async () => {
    for (const [acceptLanguage, lang, title] of [
      ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-Hant', '設定新密碼'],
      ['en-GB,en;q=0.9', 'en', 'Choose a new password'],
      ['fr', 'zh-Hant', '設定新密碼'],
    ] as const) {
      const answer = await open(acceptLanguage);
      const text = await answer.text();
      expect([acceptLanguage, answer.status, text.includes(`<html lang="${lang}">`)]).toEqual([
        acceptLanguage,
        200,
        true,
      ]);
      expect(text).toContain(`<h1>${title}</h1>`);
      expect(text).not.toContain('abc');
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('is where the mail leads, in both languages', async () => {
    const server = await startMailServer(testService.smtpPort);
    try {
      const citizen = await register();
      await sql('update up_users set email = $1 where id = $2', [citizen.email, citizen.account]);
      await send('POST', '/api/auth/forgot-password', { email: citizen.email }, everybody);
      const mail = await waitFor(() => server.mails[0]);
      expect(mail.text).toMatch(/https:\/\/rostra\.example\/citizen\/password\?code=[0-9a-f]{128}/);
      expect(mail.html).toContain('重設您在 Rostra 的密碼');
      expect(mail.html).toContain('somebody asked to reset your Rostra password');
    } finally {
      await server.stop();
    }
  });
});
