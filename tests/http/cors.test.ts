import { request } from 'node:http';
import { testService } from '../support/client';
import { credentialOf, sendExact } from '../support/send-exact';
import { removeService, type Service, startService } from '../support/service';

const ORIGIN = 'https://page.example';
/** Paths of the panel, of its plugins, and those that use cookies. */
const CLOSED = [
  ['POST', '/admin/access-token'],
  ['POST', '/admin/login'],
  ['GET', '/admin/init'],
  ['GET', '/admin/users/me'],
  ['GET', '/admin'],
  ['GET', '/content-manager/init'],
  ['GET', '/content-manager/collection-types/api::tag.tag'],
  ['POST', '/upload'],
  ['GET', '/upload/files'],
  ['GET', '/users-permissions/roles'],
  ['GET', '/i18n/locales'],
  ['GET', '/newsroom/home/figures'],
  ['GET', '/email/settings'],
  ['GET', '/_health'],
] as const;
const OPEN = [
  ['POST', '/api/auth/local'],
  ['POST', '/api/auth/refresh'],
  ['GET', '/api/users/me'],
  ['GET', '/api/nope'],
  ['GET', '/console/lab/rs_tags'],
  ['GET', '/c0ngress/zones'],
  ['GET', '/openapi.json'],
  ['GET', '/uploads/nope.png'],
] as const;

const corsOf = (headers: Record<string, unknown>): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

const preflight = (path: string, method: string) =>
  sendExact({
    method: 'OPTIONS',
    path,
    headers: {
      origin: ORIGIN,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type',
    },
  });

it.each(CLOSED)('takes no part: %s %s', async (method, path) => {
  for (const headers of [
    { origin: ORIGIN },
    { origin: 'null' },
    { origin: ORIGIN, ...credentialOf('admin') },
    {},
  ] as Record<string, string>[]) {
    const answer = await sendExact({ method, path, headers });
    expect(corsOf(answer.headers)).toEqual([]);
  }
  expect(corsOf((await preflight(path, method)).headers)).toEqual([]);
});

it.each(OPEN)('may be asked from anywhere, but never with credentials: %s %s', async (method, path) => {
  const answer = await sendExact({ method, path, headers: { origin: ORIGIN } });
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  const preflightAnswer = await preflight(path, method);
  expect(preflightAnswer.status).toBe(204);
  expect(preflightAnswer.headers['access-control-allow-origin']).toBe('*');
  expect(preflightAnswer.headers['access-control-allow-methods']).toContain(method);
  expect(preflightAnswer.headers['access-control-allow-headers']).toContain('content-type');
  expect(preflightAnswer.headers['access-control-allow-headers']).not.toContain('x-strapi-refresh-cookie');
  expect(preflightAnswer.headers['access-control-allow-credentials']).toBeUndefined();
});

describe('with origins that are listed', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ CORS_ORIGINS: `${ORIGIN}, https://other.example` });
  });
  afterAll(() => removeService(service));

  const ask = (path: string, origin: string) =>
    new Promise<Record<string, unknown>>((resolve, reject) =>
      request(`${service.url}${path}`, { headers: { origin } }, (answer) => {
        answer.resume();
        resolve(answer.headers);
      })
        .on('error', reject)
        .end(),
    );

  it('those may ask, without credentials, and no others', async () => {
    expect(service.url).not.toBe(testService.url);
    for (const [method, path] of OPEN) {
      if (method !== 'GET') continue;
      const listed = await ask(path, ORIGIN);
      expect([listed['access-control-allow-origin'], listed['access-control-allow-credentials']]).toEqual([
        ORIGIN,
        undefined,
      ]);
      expect(String(listed.vary)).toContain('Origin');
      for (const other of ['https://evil.example', 'null', `${ORIGIN}.evil.example`])
        expect(corsOf(await ask(path, other))).toEqual([]);
    }
    for (const [method, path] of CLOSED) if (method === 'GET') expect(corsOf(await ask(path, ORIGIN))).toEqual([]);
  });
});
