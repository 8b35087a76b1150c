import { randomUUID } from 'node:crypto';
import { send, sql, testService } from '../support/client';
import { unique } from '../support/factory';
import { startSecondProcess } from '../support/second-process';
import { sendTo } from '../support/send-to';
import type { Service } from '../support/service';
import { CLOCK_SECOND, slowClock } from '../support/slow-clock';
import { waitFor } from '../support/wait-for';

const ZONES = '/c0ngress/zones';
const TAGS = '/console/lab/rs_tags';
const LIMIT = { reads: 40, writes: 6 };

let one: Service;
let other: Service;

const METRICS_TOKEN = 'a-token-of-the-tests';

beforeAll(async () => {
  const clock = slowClock();
  const start = (TRUST_PROXY: string) =>
    startSecondProcess({
      RATE_LIMIT: String(LIMIT.reads),
      RATE_LIMIT_WRITES: String(LIMIT.writes),
      TRUST_PROXY,
      METRICS_TOKEN,
      ...clock,
    });
  [one, other] = await Promise.all([start('loopback'), start('1')]);
});

afterAll(async () => {
  await Promise.all([one, other].map((service) => service?.stop()));
});

let last = 0;
/** Returns an unused address. */
const nextAddress = () => `203.0.${Math.floor(++last / 250)}.${(last % 250) + 1}`;

const ask = (service: Service, path: string, from: string, headers: Record<string, string> = {}, method = 'GET') =>
  sendTo(`${service.url}${path}`, {
    method,
    headers: { 'x-forwarded-for': from, ...headers },
    ...(method === 'POST' ? { body: {} } : {}),
  });

const remaining = async (service: Service, from: string): Promise<number> =>
  Number((await ask(service, ZONES, from)).headers['ratelimit-remaining']);

/** Creates a token with full access. */
async function makeToken(): Promise<string> {
  const body = { name: unique('token'), description: '', type: 'full-access', lifespan: null };
  return (await send('POST', '/admin/api-tokens', body, { as: 'admin' })).body.data.accessKey;
}

/** Counts the statements that read tokens or versions. */
async function lookUpsOfTokens(): Promise<unknown> {
  const [row] = await sql(
    `select sum(calls)::int as calls from pg_stat_statements where query like '%strapi_api_tokens%' or query like '%bit_xor%'`,
  );
  return row?.calls;
}

describe('a sender', () => {
  it('gets the limit, the remaining requests and the time of the reset', async () => {
    const from = nextAddress();
    const { headers } = await ask(one, ZONES, from);
    expect(headers).toMatchObject({
      'ratelimit-limit': String(LIMIT.reads),
      'ratelimit-remaining': String(LIMIT.reads - 1),
    });
    const reset = Number(headers['ratelimit-reset']);
    expect(reset).toBeLessThanOrEqual(60 - CLOCK_SECOND);
    expect(reset).toBeGreaterThan((60 - CLOCK_SECOND) / 2);
    const exposed = (await ask(one, ZONES, from, { origin: 'https://console.example' })).headers[
      'access-control-expose-headers'
    ];
    expect(exposed).toMatch(/ratelimit-limit, ratelimit-remaining, ratelimit-reset/);
  });

  it('is refused above it, and others are not', async () => {
    const from = nextAddress();
    for (let each = 0; each < LIMIT.reads; each += 1) expect((await ask(one, ZONES, from)).status).toBe(200);
    const refused = await ask(one, ZONES, from);
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      429,
      { statusCode: 429, message: 'TOO_MANY_REQUESTS' },
    ]);
    expect(refused.headers['retry-after']).toBe(refused.headers['ratelimit-reset']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['ratelimit-remaining']).toBe('0');
    expect((await ask(one, ZONES, nextAddress())).status).toBe(200);
    // Requests for anything but data do not count.
    for (const path of ['/openapi.json', '/_health', '/admin'])
      expect((await ask(one, path, from)).status).toBeLessThan(300);
    // Behind a proxy, requests from this machine may be anybody's.
    expect((await sendTo(`${one.url}/metrics`)).status).toBe(401);
    const scraped = await sendTo(`${one.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    expect(scraped.text).toMatch(/^rostra_rate_limited_total\{kind="reads"\} [1-9]/m);
  });

  it('may still read when it may write no more', async () => {
    const from = nextAddress();
    const token = { authorization: `Bearer ${await makeToken()}` };
    await ask(one, TAGS, from, token);
    for (let each = 0; each < LIMIT.writes; each += 1)
      expect((await ask(one, TAGS, from, token, 'POST')).status).toBe(400);
    expect((await ask(one, TAGS, from, token, 'POST')).status).toBe(429);
    expect((await ask(one, TAGS, from, token)).status).toBe(200);
  });

  it('is who the credential belongs to, whatever the address', async () => {
    const token = { authorization: `Bearer ${await makeToken()}` };
    const user = { authorization: `Bearer ${testService.tokens.editor}` };
    // Until a token is looked up, its requests count for the address.
    await ask(one, TAGS, nextAddress(), token);
    for (const credential of [token, user]) {
      const left = async () => Number((await ask(one, TAGS, nextAddress(), credential)).headers['ratelimit-remaining']);
      const first = await left();
      expect(await left()).toBe(first - 1);
    }
  });

  it('refuses an address that guesses credentials, whichever they are', async () => {
    const from = nextAddress();
    const guess = async (credential: string) =>
      (await ask(one, TAGS, from, { authorization: `Bearer ${credential}` })).status;
    for (let each = 0; each < LIMIT.reads; each += 1) expect(await guess(each % 2 ? randomUUID() : 'a.b.c')).toBe(401);
    expect(await guess(randomUUID())).toBe(429);
    expect(await guess('a.b.c')).toBe(429);
    // And they no longer reach the database.
    const before = await lookUpsOfTokens();
    for (let each = 0; each < 5; each += 1) expect(await guess(randomUUID())).toBe(429);
    expect(await lookUpsOfTokens()).toBe(before);
  });
});

it('all processes count together', async () => {
  const from = nextAddress();
  const half = LIMIT.reads / 2;
  for (let each = 0; each < half; each += 1) {
    expect((await ask(one, ZONES, from)).status).toBe(200);
    expect((await ask(other, ZONES, from)).status).toBe(200);
  }
  // Within a second, each process knows the counts of the other.
  await waitFor(async () => (await ask(one, ZONES, from)).status === 429);
  await waitFor(async () => (await ask(other, ZONES, from)).status === 429);
});

it('where one proxy is trusted by number, the address before it is the sender', async () => {
  const from = nextAddress();
  expect(await remaining(other, from)).toBe(LIMIT.reads - 1);
  expect(await remaining(other, `${nextAddress()}, ${from}`)).toBe(LIMIT.reads - 2);
  expect(await remaining(other, nextAddress())).toBe(LIMIT.reads - 1);
});

it('nobody finds an address in the table, and minutes that are over are removed', async () => {
  const from = nextAddress();
  await sql(`insert into rostra_request_counts values (1, 'reads of long ago', 1)`);
  await remaining(one, from);
  const rows = await waitFor(async () => {
    const found = await sql('select minute::int, sender from rostra_request_counts');
    return found.length > 0 && found.every(({ minute }) => minute !== 1) && found;
  });
  expect(JSON.stringify(rows)).not.toContain('203.0.');
});

it('many reads cost one statement a second, and none is sent when nobody asks', async () => {
  const senders = Array.from({ length: 10 }, nextAddress);
  const readCount = async () => {
    const [row] = await sql('select coalesce(sum(count), 0)::int as count from rostra_request_counts');
    return row?.count as number;
  };
  const writeCount = async () => {
    const [row] = await sql(
      `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query like '%insert into "rostra_request_counts"%'`,
    );
    return row?.calls as number;
  };
  const settled = await onceIdle(writeCount);
  const counted = await readCount();
  const begun = Date.now();
  for (let each = 0; each < 300; each += 1) await ask(one, ZONES, senders[each % senders.length] as string);
  const seconds = (Date.now() - begun) / 1000;
  const total = await waitFor(async () => (await readCount()) >= counted + 300 && (await writeCount()));
  expect(total - settled).toBeGreaterThan(0);
  // On either side, some may belong to other tests.
  expect(total - settled).toBeLessThanOrEqual(Math.ceil(seconds) + 10);
  await onceIdle(writeCount);
});

/** Twice the interval at which a process writes its counts. */
const QUIET_MS = 2_000;

/** Waits until no counts were written for a while, and returns the number of statements that wrote some. */
async function onceIdle(writeCount: () => Promise<number>): Promise<number> {
  let [count, since] = [-1, 0];
  return waitFor(async () => {
    const now = await writeCount();
    if (now !== count) [count, since] = [now, Date.now()];
    return Date.now() - since > QUIET_MS && count;
  });
}

it('are off in development', async () => {
  const answer = await sendTo(
    `${testService.environment.HOST ? `http://127.0.0.1:${testService.environment.PORT}` : ''}${ZONES}`,
  );
  expect([answer.status, answer.headers['ratelimit-limit']]).toEqual([200, undefined]);
});
