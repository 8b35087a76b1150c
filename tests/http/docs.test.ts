import { send, testService } from '../support/client';

const read = (at: string, headers: Record<string, string> = {}) =>
  send('GET', at, undefined, { as: 'public', headers });

describe('/docs', () => {
  const PARTS = [
    ['/docs', 'text/html; charset=utf-8'],
    ['/docs/start.js', 'text/javascript; charset=utf-8'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['/docs/swagger-ui.css', 'text/css; charset=utf-8'],
    ['/docs/favicon.png', 'image/png'],
  ] as const;

  it.each(PARTS)('serves %s, which may load nothing from other sites and run no inline scripts', async (at, type) => {
    const { status, headers } = await read(at);
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      200,
      type,
      'nosniff',
    ]);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; ");
    expect(policy).not.toMatch(/unsafe|http|\*/);
    const again = await read(at, { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('has nothing in its page but what it names, all of it served', async () => {
    const { text } = await read('/docs');
    expect(text).not.toMatch(/<style|style=|\son\w+=|<script>/);
    const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name);
    expect(named).toHaveLength(5);
    for (const name of named) expect([name, (await read(`/${name}`)).status]).toEqual([name, 200]);
  });

  it('sends those who add a slash where it is', async () => {
    const answer = await fetch(`${testService.url}/docs/`);
    expect([answer.status, answer.url]).toEqual([200, `${testService.url}/docs`]);
  });

  it.each(['/docs/index.html', '/docs/swagger-ui.js', '/docs/package.json', '/docs/%2e%2e%2fpackage.json', '/docs/x'])(
    'serves nothing else: %s',
    async (at) => {
      const answer = await read(at);
      expect([answer.status, answer.body]).toEqual([404, { statusCode: 404, message: 'NOT_FOUND' }]);
    },
  );
});
