import { PANEL, setUpSso } from '../../support/sso';
import { visitor } from '../../support/visitor';

const sso = setUpSso();

describe('the doors', () => {
  it('keep the state of a sign-in in a sealed cookie', async () => {
    const who = visitor();
    await sso.provider.configure('people', {});
    await who.go(`${sso.url}${PANEL}`);
    const [cookie = ''] = Object.values(who.cookies(sso.url));
    expect(cookie).toMatch(/; path=\/sso; expires=[^;]+; samesite=lax; httponly$/i);
    expect(Buffer.from(cookie.split(/[=;]/)[1] ?? '', 'base64url').toString('latin1')).not.toMatch(/verifier|nonce/);
  });

  it('lead to the public address first', async () => {
    const answer = await fetch(`${sso.strict.url}${PANEL}?to=/me`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(`${sso.url}/sso/panel?to=%2Fme&moved=`);
  });

  it('report what is configured, and answer in our format', async () => {
    const ask = async (url: string, path: string, method = 'GET') => {
      const answer = await fetch(`${url}${path}`, { method });
      return { status: answer.status, body: await answer.json() };
    };
    expect(await ask(sso.open.url, '/sso')).toEqual({ status: 200, body: { panel: true, api: true, only: false } });
    expect(await ask(sso.strict.url, '/sso')).toEqual({ status: 200, body: { panel: true, api: true, only: true } });
    expect(await ask(sso.url, '/sso/nothing')).toEqual({
      status: 404,
      body: { statusCode: 404, message: 'NOT_FOUND' },
    });
    expect(await ask(sso.url, PANEL, 'POST')).toMatchObject({ status: 405, body: { message: 'METHOD_NOT_ALLOWED' } });
  });

  it('are counted', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 31; time += 1) statuses.push((await fetch(`${sso.url}/sso/callback`)).status);
    expect(statuses.slice(0, 30)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
  });
});
