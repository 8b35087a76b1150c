import { statements, testService, traffic } from '../support/client';
import { startSecondProcess } from '../support/second-process';
import type { Service } from '../support/service';

const ask = (path: string, method = 'GET', url = testService.url) => fetch(`${url}${path}`, { method });

describe('the probes', () => {
  it.each(['/livez', '/readyz'])('%s answers without credentials, and is never cached', async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await ask(path, 'HEAD')).status).toBe(200);
    const refused = await ask(path, 'POST');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await refused.json()).toEqual({ statusCode: 405, message: 'METHOD_NOT_ALLOWED' });
  });

  it('name every condition of being ready', async () => {
    const checks = ['start', 'drain', 'database', 'disk'].map((name) => ({ name, ok: true }));
    expect(await (await ask('/readyz')).json()).toEqual({ status: 'ready', checks });
    expect(await (await ask('/livez')).json()).toEqual({ status: 'alive' });
  });

  it('ask the database at most once a second, however many ask them', async () => {
    expect(await statements(() => ask('/livez'))).toBe(0);
    let start = 0;
    const crowd = async () => {
      start = Date.now();
      await Promise.all(Array.from({ length: 500 }, () => ask('/readyz')));
    };
    const { statements: others, lookUps } = await traffic(crowd, { atMost: 0 });
    expect(others).toBe(0);
    expect(lookUps).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - start) / 1000));
  });

  it('leave Strapi’s own as it is', async () => {
    expect((await ask('/_health')).status).toBe(204);
  });
});

describe('a service whose disk is full', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startSecondProcess({ DISK_FLOOR_MB: '1048576', LOG_LEVEL: 'http' });
  });

  afterAll(() => service?.stop());

  it('is alive and not ready, and says why, also in its log', async () => {
    expect((await ask('/livez', 'GET', service.url)).status).toBe(200);
    const answer = await ask('/readyz', 'GET', service.url);
    expect(answer.status).toBe(503);
    const { statusCode, message, checks } = (await answer.json()) as Record<string, unknown>;
    expect({ statusCode, message }).toEqual({ statusCode: 503, message: 'NOT_READY' });
    const reason = expect.stringMatching(/^\d+ MB are free for the data folder, DISK_FLOOR_MB is 1048576$/);
    expect(checks).toEqual(expect.arrayContaining([{ name: 'disk', ok: false, reason }]));
    expect(service.log()).toMatch(/not ready: \d+ MB are free/);
    expect(service.log()).toMatch(/GET \/readyz \(\d+ ms\) 503/);
    expect(service.log()).not.toContain('/livez');
  });
});
