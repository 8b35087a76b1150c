import { logIn, sendQuietly, watchSession } from './session';

let answers: (Response | undefined)[] = [];
let found: string | undefined;
const sent: { address: string; body: unknown; authorization?: string }[] = [];
const pauses: number[] = [];
const asked: unknown[] = [];
const resumed: string[] = [];

const fetchOf = async (address: string, init: RequestInit = {}) => {
  const authorization = new Headers(init.headers).get('Authorization');
  sent.push({
    address,
    ...(authorization && { authorization }),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
  });
  const answer = answers.shift();
  if (!answer) throw new TypeError('Failed to fetch');
  return answer;
};

beforeAll(() => {
  const items = new Map([['strapi.admin.deviceId', 'd']]);
  const localStorage = { getItem: (name: string) => items.get(name) ?? null };
  Object.assign(globalThis, {
    window: { fetch: fetchOf, strapi: { backendURL: 'http://s' } },
    fetch: fetchOf,
    localStorage,
  });
  watchSession(
    {
      ask: async (how) => {
        asked.push(how);
        return found;
      },
      isForeign: (token) => token.startsWith('foreign'),
      resume: (token) => resumed.push(token),
      refresh: async (token) => {
        if (token !== 'old') throw new Error('ended');
        return 'fresh';
      },
    },
    async (ms) => {
      pauses.push(ms);
    },
  );
});

beforeEach(() => {
  sent.length = 0;
  for (const list of [pauses, asked, resumed]) list.length = 0;
  found = undefined;
});

const refused = (status: number, message = 'no') => Response.json({ error: { message } }, { status });
const renew = () => window.fetch('http://s/admin/access-token', { method: 'POST' });

describe('the renewal of a session', () => {
  it('is answered with the token of a new one where the service refuses it', async () => {
    answers = [refused(401)];
    found = 't';
    const answer = await renew();
    expect([answer.status, await answer.json()]).toEqual([200, { data: { token: 't' } }]);
  });

  it('is refused where there is none', async () => {
    answers = [refused(401)];
    expect((await renew()).status).toBe(401);
  });

  it('is sent again while the service is away', async () => {
    answers = [undefined, refused(503), refused(429), Response.json({ data: { token: 'own' } })];
    expect(await (await renew()).json()).toEqual({ data: { token: 'own' } });
    expect(pauses).toEqual([1000, 2000, 3000]);
  });

  it('asks in the end where the service stays away, and goes on by itself when it is back', async () => {
    answers = [];
    found = 't';
    expect(await (await renew()).json()).toEqual({ data: { token: 't' } });
    expect(sent.length).toBeGreaterThanOrEqual(12);
    expect(asked).toEqual([{ isAway: true }]);
    found = undefined;
    expect((await renew()).status).toBe(401);
  });

  it('is not that of somebody else', async () => {
    answers = [Response.json({ data: { token: 'foreign' } })];
    found = 't';
    expect(await (await renew()).json()).toEqual({ data: { token: 't' } });
  });

  it('concerns no other request', async () => {
    answers = [refused(401)];
    found = 't';
    expect((await window.fetch('http://s/admin/users/me')).status).toBe(401);
  });
});

describe('a request', () => {
  const get = (token: string) =>
    window.fetch('http://s/admin/users/me', { headers: { Authorization: `Bearer ${token}` } });

  it('with the token of somebody else is sent with one of the own account, or not at all', async () => {
    answers = [Response.json({}), Response.json({})];
    expect((await get('own')).status).toBe(200);
    expect(asked).toEqual([]);
    expect((await get('foreign')).status).toBe(401);
    expect(sent).toHaveLength(1);
    found = 'own';
    expect((await get('foreign')).status).toBe(200);
    expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer own', 'Bearer own']);
  });
});

describe('a request whose token is refused', () => {
  const authorization = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

  it('is sent again with a new one, whatever comes of that', async () => {
    answers = [refused(401), refused(409)];
    expect((await window.fetch('http://s/x', { ...authorization('old'), method: 'PUT' })).status).toBe(409);
    expect(sent.map((each) => each.authorization)).toEqual(['Bearer old', 'Bearer fresh']);
  });

  it('is refused where the session has ended, where it must not renew it, and at the log-out', async () => {
    answers = [refused(401), refused(401), refused(401)];
    expect((await window.fetch('http://s/x', authorization('dead'))).status).toBe(401);
    expect((await sendQuietly('http://s/x', authorization('old'))).status).toBe(401);
    expect((await window.fetch('http://s/admin/logout', authorization('old'))).status).toBe(401);
    expect(sent).toHaveLength(3);
  });
});

describe('the log-in of a session that has ended', () => {
  it.each([
    [Response.json({ data: { token: 'n' } }), 'n'],
    [refused(400, 'Invalid credentials'), { kind: 'wrong' }],
    [refused(400), { kind: 'refused', message: 'no' }],
    [refused(429), { kind: 'limited' }],
    [refused(403), { kind: 'refused', message: 'no' }],
    [refused(502), { kind: 'away' }],
    [new Response('<html>', { status: 200 }), { kind: 'away' }],
    [undefined, { kind: 'away' }],
  ])('returns what came of it (%#)', async (answer, result) => {
    answers = [answer];
    expect(await logIn('mei@example.org', 'p')).toEqual(result);
    expect(sent).toEqual([
      {
        address: 'http://s/admin/login',
        body: { email: 'mei@example.org', password: 'p', deviceId: 'd', rememberMe: false },
      },
    ]);
  });
});
