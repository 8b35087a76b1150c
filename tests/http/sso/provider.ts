import { startProvider } from '../../support/identity-provider';
import {
  addresses,
  cookieOf,
  enterPanel,
  PANEL,
  person,
  setUpSso,
  signInUntilCallback,
  startSsoProcess,
  uniqueName,
} from '../../support/sso';
import { visitor } from '../../support/visitor';

const sso = setUpSso();

const enter = (name: string, claims: Record<string, unknown> = {}) => enterPanel(sso, name, claims);

describe('the answer of the provider', () => {
  const begun = async () => {
    const name = uniqueName();
    await sso.provider.configure('people', person(name));
    return signInUntilCallback(sso, name, PANEL);
  };

  it('counts once, in any process', async () => {
    const { who, callback } = await begun();
    const inOther = new URL(callback.pathname + callback.search, sso.strict.url);
    const cookie = cookieOf(who, sso.url);
    const first = await fetch(inOther, { headers: { cookie }, redirect: 'manual' });
    expect(first.status).toBe(200);
    const again = await fetch(callback, { headers: { cookie }, redirect: 'manual' });
    expect(again.status).toBe(400);
    expect(await again.text()).toContain('EXPIRED');
    // The provider, which takes a code once, was not asked.
    expect(sso.open.log()).toContain('EXPIRED the state has already been used');
  });

  it('counts in the browser that has asked for it only', async () => {
    const { callback } = await begun();
    expect(await visitor().go(callback)).toMatchObject({ status: 400 });
    const { who } = await begun();
    const mixed = await who.go(callback);
    expect(mixed.status).toBe(400);
    expect(who.cookies(sso.url).jwtToken).toBeUndefined();
  });

  it('counts with its own state only', async () => {
    const { who, callback } = await begun();
    const state = callback.searchParams.get('state') ?? '';
    callback.searchParams.set('state', `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`);
    expect((await who.go(callback)).text).toContain('EXPIRED');
  });

  it('counts with its own issuer and code only', async () => {
    const forged = await begun();
    forged.callback.searchParams.set('iss', 'https://evil.example');
    expect(await forged.who.go(forged.callback)).toMatchObject({ status: 503 });
    const [mine, theirs] = [await begun(), await begun()];
    mine.callback.searchParams.set('code', theirs.callback.searchParams.get('code') ?? '');
    const seen = await mine.who.go(mine.callback);
    expect(seen.status).toBe(400);
    expect(mine.who.cookies(sso.url).jwtToken).toBeUndefined();
  });

  it('may be no', async () => {
    await sso.provider.configure('people', person(uniqueName()));
    const who = visitor();
    const form = await who.go(`${sso.url}${PANEL}`);
    const seen = await who.go(`${form.url}/abort`);
    expect([seen.status, seen.text.includes('DENIED')]).toEqual([403, true]);
    expect(seen.text).toContain('href="/sso/panel"');
  });

  it('may come from a clock that is wrong', async () => {
    await sso.provider.configure('clock', -7200);
    try {
      const { seen } = await enter(uniqueName());
      expect([seen.status, seen.text.includes('CLOCKS_DIFFER')]).toEqual([503, true]);
    } finally {
      await sso.provider.configure('clock', 0);
    }
  });

  it('may be a wrong secret of ours: the log says so, without the secret', async () => {
    await sso.provider.configure('secret', 'another secret');
    try {
      const { seen } = await enter(uniqueName());
      expect([seen.status, seen.text.includes('PROVIDER_FAULT')]).toEqual([503, true]);
      const id = seen.text.match(/PROVIDER_FAULT ([\w-]+)</)?.[1];
      expect(sso.open.log()).toMatch(
        new RegExp(`Single sign-on: PROVIDER_FAULT the provider does not accept OIDC_CLIENT_ID.*\\(request ${id}\\)`),
      );
    } finally {
      await sso.provider.configure('secret', 'a secret of the tests');
    }
    expect(sso.open.log()).toContain('GET /sso/callback (');
    expect(sso.open.log()).not.toMatch(/[?&](code|state)=|eyJ|a secret of the tests/);
  });
});

describe('a provider that is down when the service starts', () => {
  it('keeps nothing else from working, and is asked again', async () => {
    const [url, issuer] = await addresses();
    const service = await startSsoProcess(url, issuer);
    try {
      const ask = () => fetch(`${url}${PANEL}`, { redirect: 'manual' });
      const answer = await ask();
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(await answer.text()).toContain('PROVIDER_DOWN');
      const provider = await startProvider(issuer, `${url}/sso/callback`);
      try {
        expect((await ask()).status).toBe(302);
      } finally {
        await provider.stop();
      }
    } finally {
      await service.stop();
    }
  });
});
