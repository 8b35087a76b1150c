import { register } from '../support/citizen';
import { sql, testService } from '../support/client';
import { unique } from '../support/factory';
import { sendJson } from '../support/send-json';

/** Lets minutes that have begun last until a slow machine has made all its requests; the next file begins without them. */
const stretchMinutes = () => sql("update rostra_rate_limits set expire = expire + 3600000 where key like 'log-in:%'");

it('a request for a new password does not reveal who has an account, even without a mail server', async () => {
  const ask = async (email: string) => {
    const answer = await sendJson(`${testService.url}/api/auth/forgot-password`, { email });
    return { status: answer.status, text: await answer.text() };
  };
  expect(await ask((await register()).email)).toEqual(await ask(`${unique('nobody')}@example.org`));
  const confirmation = await fetch(`${testService.url}/api/auth/send-email-confirmation`, { method: 'POST' });
  expect(confirmation.status).toBe(403);
});

it('log-ins are counted in the database, for all processes', async () => {
  const ask = () => sendJson(`${testService.url}/api/auth/forgot-password`, { email: 'nobody@example.org' });
  const exceeded = async () =>
    (await sql("select 1 from rostra_rate_limits where key like 'log-in:%' and points = 11")).length;
  const before = await exceeded();
  const statuses: number[] = [];
  let last: Response | undefined;
  for (let each = 0; each < 11; each += 1) {
    last = await ask();
    statuses.push(last.status);
    if (each === 0) await stretchMinutes();
  }
  expect(statuses.slice(0, 10)).not.toContain(429);
  expect(statuses.at(-1)).toBe(429);
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await exceeded()).toBe(before + 1);
});

it('log-ins are counted by network before their bodies are read', async () => {
  const ask = () =>
    fetch(`${testService.url}/api/auth/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{broken',
    });
  const statuses: number[] = [];
  for (let each = 0; each < 11; each += 1) {
    statuses.push((await ask()).status);
    if (each === 0) await stretchMinutes();
  }
  expect([...new Set(statuses)]).toEqual([400, 429]);
});
