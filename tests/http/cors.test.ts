import { CLOSED, corsOf, OPEN } from '../support/cors';
import { credentialOf, sendExact } from '../support/send-exact';

const ORIGIN = 'https://page.example';
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
