// One process with many settings, because a process is dear.
import { randomUUID } from 'node:crypto';
import { CLOSED, corsOf, OPEN } from '../support/cors';
import { samplesIn } from '../support/scrape';
import { sendJson } from '../support/send-json';
import { sendTo } from '../support/send-to';
import { waitFor } from '../support/wait-for';
import { configured, DISK_FLOOR_MB, METRICS_TOKEN, ORIGIN } from './settings/configured';
import './settings/logs';

const ask = (path: string, headers: Record<string, string> = {}) => sendTo(`${configured().url}${path}`, { headers });

describe('CORS_ORIGINS', () => {
  it('those may ask, without credentials, and no others', async () => {
    for (const [method, path] of OPEN) {
      if (method !== 'GET') continue;
      const { headers } = await ask(path, { origin: ORIGIN });
      expect([headers['access-control-allow-origin'], headers['access-control-allow-credentials']]).toEqual([
        ORIGIN,
        undefined,
      ]);
      expect(String(headers.vary)).toContain('Origin');
      for (const origin of ['https://evil.example', 'null', `${ORIGIN}.evil.example`])
        expect(corsOf((await ask(path, { origin })).headers)).toEqual([]);
    }
    for (const [method, path] of CLOSED)
      if (method === 'GET') expect(corsOf((await ask(path, { origin: ORIGIN })).headers)).toEqual([]);
  });
});

describe('DISK_FLOOR_MB', () => {
  it('a service with less is alive and not ready, and says why, also in its log', async () => {
    expect((await ask('/livez')).status).toBe(200);
    const answer = await ask('/readyz');
    expect(answer.status).toBe(503);
    const { statusCode, message, checks } = JSON.parse(answer.text);
    expect({ statusCode, message }).toEqual({ statusCode: 503, message: 'NOT_READY' });
    const reason = expect.stringMatching(
      new RegExp(`^\\d+ MB are free for the data folder, DISK_FLOOR_MB is ${DISK_FLOOR_MB}$`),
    );
    expect(checks).toEqual(expect.arrayContaining([{ name: 'disk', ok: false, reason }]));
    await waitFor(() => configured().log().includes('GET probes 503'));
    expect(configured().log()).toMatch(/not ready: \d+ MB are free/);
    expect(configured().log()).not.toContain('GET probes 200');
  });
});

describe('METRICS_TOKEN', () => {
  it('lets those read the metrics who have it', async () => {
    const far = { 'x-forwarded-for': '203.0.113.9' };
    for (const authorization of [
      '',
      `Bearer ${METRICS_TOKEN}x`,
      `Bearer ${METRICS_TOKEN.slice(1)}`,
      `Basic ${METRICS_TOKEN}`,
      'Bearer ',
    ]) {
      // Nor does it help to be on this machine.
      expect((await ask('/metrics', { authorization: `Bearer ${METRICS_TOKEN}x` })).status).toBe(401);
      expect((await ask('/metrics')).status).toBe(200);
      const answer = await ask('/metrics', { ...far, authorization });
      expect([authorization, answer.status, answer.headers['www-authenticate']]).toEqual([
        authorization,
        401,
        'Bearer',
      ]);
    }
    const answer = await ask('/metrics', { ...far, authorization: `Bearer ${METRICS_TOKEN}` });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(samplesIn(answer.text).length).toBeGreaterThan(50);
  });
});

describe('REGISTRATION=off', () => {
  it('nobody can register, and every answer is the same', async () => {
    const register = async (email: string) => {
      const body = { username: randomUUID(), email, password: 'a long password' };
      const answer = await sendJson(`${configured().url}/api/auth/local/register`, body);
      return { status: answer.status, text: await answer.text() };
    };
    const answers = [await register('editor@rostra.local'), await register('free@example.org'), await register('x')];
    expect(answers[0]?.status).toBe(403);
    expect(answers[0]?.text).toContain('Registration is closed.');
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});
