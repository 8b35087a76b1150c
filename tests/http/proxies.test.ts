import { randomUUID } from 'node:crypto';
import { testService } from '../support/client';
import { unique } from '../support/factory';
import { type MailServer, startMailServer } from '../support/mail-server';
import { freePort } from '../support/port';
import { startSecondProcess } from '../support/second-process';
import { type SendOptions, sendTo } from '../support/send-to';
import { credentialsOf, type Service } from '../support/service';
import { slowClock } from '../support/slow-clock';
import { waitFor } from '../support/wait-for';

const ZONES = '/c0ngress/zones';
/** Address of the trusted proxy; requests from other addresses are untrusted. */
const PROXY = '127.0.0.2';
/** Address of a trusted proxy that forwards nothing useful. */
const SPEECHLESS_PROXY = '127.0.0.6';
const OUTER_PROXY = '10.1.2.3';
const LIMIT = 1_000;

let trusting: Service;
let distrusting: Service;

beforeAll(async () => {
  const singleSignOn = {
    PUBLIC_URL: 'https://rostra.example',
    OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
    OIDC_CLIENT_ID: 'rostra',
    OIDC_CLIENT_SECRET: 'a secret of the test',
    OIDC_ROLE_CLAIM: 'roles',
    OIDC_PANEL_ROLES: 'editors=editor',
  };
  const clock = slowClock();
  const withSettings = (settings: Record<string, string>) =>
    startSecondProcess({ RATE_LIMIT: String(LIMIT), ...clock, ...settings });
  [trusting, distrusting] = await Promise.all([
    withSettings({ ...singleSignOn, TRUST_PROXY: `${PROXY}, ${SPEECHLESS_PROXY}, 10.0.0.0/8` }),
    // As it is when nobody sets it.
    withSettings({ REGISTRATIONS_PER_MINUTE: '' }),
  ]);
});

afterAll(async () => {
  await Promise.all([trusting, distrusting].map((service) => service?.stop()));
});

let last = 0;
/** Returns an unused address. */
const nextAddress = () => `198.51.${Math.floor(++last / 250)}.${(last % 250) + 1}`;

/** Returns the number of this sender's requests in this minute, including this one. */
async function countOf(service: Service, forwardedFor: string, from = PROXY): Promise<number> {
  const { headers, status } = await sendTo(`${service.url}${ZONES}`, {
    from,
    headers: { 'x-forwarded-for': forwardedFor },
  });
  expect(status).toBe(200);
  return LIMIT - Number(headers['ratelimit-remaining']);
}

describe('the sender’s address', () => {
  it('is what a trusted proxy says', async () => {
    const [one, other] = [nextAddress(), nextAddress()];
    expect(await countOf(trusting, one)).toBe(1);
    expect(await countOf(trusting, one)).toBe(2);
    expect(await countOf(trusting, other)).toBe(1);
  });

  it('is the last address that is not a trusted proxy: what the sender added does not count', async () => {
    const sender = nextAddress();
    expect(await countOf(trusting, sender)).toBe(1);
    expect(await countOf(trusting, `${nextAddress()}, ${sender}`)).toBe(2);
    expect(await countOf(trusting, `${nextAddress()}, ${sender}, ${OUTER_PROXY}`)).toBe(3);
    expect(await countOf(trusting, `10.9.9.9, ${sender}, ${OUTER_PROXY}`)).toBe(4);
  });

  it('is that of the connection, unless it is a trusted proxy’s', async () => {
    for (const [service, from] of [
      [trusting, '127.0.0.3'],
      [distrusting, '127.0.0.7'],
      [distrusting, PROXY],
    ] as const) {
      expect(await countOf(service, nextAddress(), from)).toBe(1);
      expect(await countOf(service, nextAddress(), from)).toBe(2);
    }
  });

  it('is that of the proxy when it says none that is an address; a port does not matter', async () => {
    expect(await countOf(trusting, 'unknown', SPEECHLESS_PROXY)).toBe(1);
    expect(await countOf(trusting, 'nobody', SPEECHLESS_PROXY)).toBe(2);
    const sender = nextAddress();
    expect(await countOf(trusting, `${sender}:50123`)).toBe(1);
    expect(await countOf(trusting, `::ffff:${sender}`)).toBe(2);
  });

  it('of IPv6 is one network', async () => {
    const network = '2001:db8:77:1';
    expect(await countOf(trusting, `${network}::1`)).toBe(1);
    expect(await countOf(trusting, `${network}:ffff::2`)).toBe(2);
    expect(await countOf(trusting, `[${network}::3]:4711`)).toBe(3);
    expect(await countOf(trusting, '2001:db8:77:2::1')).toBe(1);
  });

  it('limits log-ins', async () => {
    const tries = async (forwardedFor: () => string, service = trusting) => {
      const statuses: number[] = [];
      for (let each = 0; each < 11; each += 1) statuses.push(await tryLogIn(service, forwardedFor()));
      return statuses;
    };
    const sender = nextAddress();
    expect((await tries(() => sender)).at(-1)).toBe(429);
    expect(await tries(nextAddress)).not.toContain(429);
    expect((await tries(nextAddress, distrusting)).at(-1)).toBe(429);
  });

  it('limits log-ins from one network of IPv6', async () => {
    for (let each = 1; each <= 10; each += 1)
      expect(await tryLogIn(trusting, `2001:db8:77:3::${each.toString(16)}`)).toBe(400);
    expect(await tryLogIn(trusting, '2001:db8:77:3:ffff::1')).toBe(429);
    expect(await tryLogIn(trusting, '2001:db8:77:4::1')).toBe(400);
  });

  it('limits registrations, whatever their e-mail addresses', async () => {
    const register = async () => {
      const body = { username: unique('name'), email: `${randomUUID()}@example.org`, password: 'a long password' };
      return (await sendTo(`${distrusting.url}/api/auth/local/register`, { method: 'POST', from: '127.0.0.8', body }))
        .status;
    };
    const statuses: number[] = [];
    for (let each = 0; each < 11; each += 1) statuses.push(await register());
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('limits starts of single sign-on from one network of IPv6', async () => {
    const start = async (forwardedFor: string) => {
      const headers = { 'x-forwarded-for': forwardedFor };
      return (await sendTo(`${trusting.url}/sso/panel`, { from: PROXY, headers })).status;
    };
    // From another address, a sign-in first redirects to the public one.
    for (let each = 1; each <= 30; each += 1) expect(await start(`2001:db8:77:5::${each.toString(16)}`)).toBe(302);
    expect(await start('2001:db8:77:5:ffff::1')).toBe(429);
    expect(await start('2001:db8:77:6::1')).toBe(302);
  });
});

/** Sends a log-in that lacks a password: it counts like any other, and saves the service the slow hash of one. */
async function tryLogIn(service: Service, forwardedFor: string): Promise<number> {
  const { status } = await sendTo(`${service.url}/api/auth/local`, {
    method: 'POST',
    from: PROXY,
    headers: { 'x-forwarded-for': forwardedFor },
    body: { identifier: unique('nobody') },
  });
  return status;
}

describe('cookies that keep people signed in', () => {
  const HTTPS = { 'x-forwarded-proto': 'https' };

  /** Returns the attributes of the cookies that the log-ins of panel and API set. */
  async function cookiesOf(service: Service, { headers = {}, from = PROXY }: SendOptions): Promise<string[]> {
    const { admin, editor } = await credentialsOf(service.dataDir);
    const sender = { ...headers, 'x-forwarded-for': nextAddress() };
    const panel = await sendTo(`${service.url}/admin/login`, {
      method: 'POST',
      from,
      headers: sender,
      body: { email: admin.login, password: admin.password },
    });
    const api = await sendTo(`${service.url}/api/auth/local`, {
      method: 'POST',
      from,
      headers: { ...sender, 'x-strapi-refresh-cookie': 'httpOnly' },
      body: { identifier: editor.login, password: editor.password },
    });
    expect([panel.status, api.status]).toEqual([200, 200]);
    const cookies = [...panel.cookies, ...api.cookies];
    expect(cookies.map((cookie) => cookie.replace(/=.*/s, ''))).toEqual([
      'strapi_admin_refresh',
      'strapi_admin_refresh.sig',
      'strapi_up_refresh',
      'strapi_up_refresh.sig',
    ]);
    return cookies;
  }

  /** Returns whether all cookies are secure; fails if only some are. */
  async function areSecure(service: Service, sending: SendOptions): Promise<boolean> {
    const [isSecure, ...others] = (await cookiesOf(service, sending)).map((cookie) => /; secure/i.test(cookie));
    expect(others).toEqual([isSecure, isSecure, isSecure]);
    return isSecure ?? false;
  }

  it('are secure exactly when the request came over HTTPS through a trusted proxy', async () => {
    expect(await areSecure(trusting, { headers: HTTPS })).toBe(true);
    expect(await areSecure(trusting, { headers: { 'x-forwarded-proto': 'http' } })).toBe(false);
    expect(await areSecure(trusting, {})).toBe(false);
  });

  it('are not made secure, or insecure, by the sender', async () => {
    expect(await areSecure(trusting, { headers: HTTPS, from: '127.0.0.4' })).toBe(false);
    expect(await areSecure(trusting, { headers: { 'x-forwarded-proto': 'https, http' } })).toBe(false);
    expect(await areSecure(trusting, { headers: { 'x-forwarded-proto': 'http, https' } })).toBe(true);
  });

  it('are not secure where no proxy is trusted', async () => {
    expect(await areSecure(distrusting, { headers: HTTPS, from: '127.0.0.5' })).toBe(false);
  });
});

describe('links in mails', () => {
  let server: MailServer;

  beforeAll(async () => {
    server = await startMailServer(testService.smtpPort);
  });

  afterAll(() => server?.stop());

  it('of the panel lead to where people reach the service, whatever a request says', async () => {
    const { admin } = await credentialsOf(trusting.dataDir);
    const { status } = await sendTo(`${trusting.url}/admin/forgot-password`, {
      method: 'POST',
      from: PROXY,
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-for': nextAddress() },
      body: { email: admin.login },
    });
    expect(status).toBe(204);
    const text = (await waitFor(() => server.mails.at(-1)))?.text;
    expect(text).toContain('https://rostra.example/admin/auth/reset-password?code=');
    expect(text).not.toContain('evil.example');
  });
});
