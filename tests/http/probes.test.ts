import { statements, testService, traffic } from '../support/client';

const ask = (path: string, method = 'GET') => fetch(`${testService.url}${path}`, { method });

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
