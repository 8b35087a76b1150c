import path from 'node:path';
import { appDir } from './paths';
import { readSettings } from './settings';

describe('settings', () => {
  it('have defaults for development', () => {
    expect(readSettings({})).toMatchObject({
      nodeEnv: 'development',
      isProduction: false,
      host: '127.0.0.1',
      port: 1337,
      dataDir: path.join(appDir, '.data'),
      databaseUrl: undefined,
      sampleData: true,
      pageSize: 20,
      bodyLimit: '5mb',
      corsOrigins: '*',
      logLevel: 'info',
      accessTokenHours: 12,
      embeddedPostgresOptions: [],
      diskFloorMb: 200,
      drainSeconds: 0,
    });
  });

  it('keep serving for a while after a stop request in production', () => {
    expect(readSettings({ NODE_ENV: 'production' }).drainSeconds).toBe(5);
    expect(readSettings({ NODE_ENV: 'production', DRAIN_SECONDS: '0' }).drainSeconds).toBe(0);
  });

  it('listen on all addresses and allow no other origin in production', () => {
    expect(readSettings({ NODE_ENV: 'production' })).toMatchObject({ host: '0.0.0.0', corsOrigins: [] });
  });

  it('allow registration except in production, unless set', () => {
    const isOpen = (environment: Record<string, string | undefined>) => readSettings(environment).isRegistrationOpen;
    expect([{}, { NODE_ENV: 'test' }, { NODE_ENV: 'production' }].map(isOpen)).toEqual([true, true, false]);
    expect([{ REGISTRATION: 'off' }, { NODE_ENV: 'production', REGISTRATION: 'Open' }].map(isOpen)).toEqual([
      false,
      true,
    ]);
    expect(() => isOpen({ REGISTRATION: 'perhaps' })).toThrow(/REGISTRATION: expected open or off/);
  });

  it('limit requests in production only, unless set', () => {
    expect(readSettings({}).rateLimits).toEqual({ reads: 0, writes: 0 });
    expect(readSettings({ NODE_ENV: 'production' }).rateLimits).toEqual({ reads: 12_000, writes: 1_200 });
    const environment = { NODE_ENV: 'production', RATE_LIMIT: '0', RATE_LIMIT_WRITES: '7' };
    expect(readSettings(environment).rateLimits).toEqual({ reads: 0, writes: 7 });
  });

  it('keep the values of history for a number of days, if any is set', () => {
    expect(readSettings({}).historyDays).toBeUndefined();
    expect(readSettings({ HISTORY_DAYS: '99' }).historyDays).toBe(99);
    expect(() => readSettings({ HISTORY_DAYS: '0' })).toThrow(/HISTORY_DAYS/);
  });

  it('trust proxies by number or address, never every client', () => {
    expect(readSettings({}).trustProxy).toBeUndefined();
    expect(readSettings({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    const listed = readSettings({ TRUST_PROXY: ' 10.0.0.0/8, loopback,2001:db8::1' }).trustProxy;
    expect(listed).toEqual(['10.0.0.0/8', 'loopback', '2001:db8::1']);
    for (const TRUST_PROXY of [
      '0',
      '11',
      'true',
      '*',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/33',
      'proxy.example',
      '10.0.0.1,',
    ])
      expect(() => readSettings({ TRUST_PROXY })).toThrow(/TRUST_PROXY: expected a number from 1 to 10/);
  });

  it('refuse a metrics token that could be guessed, and an unknown log format', () => {
    expect(() => readSettings({ METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN: expected at least 16/);
    expect(() => readSettings({ LOG_FORMAT: 'xml' })).toThrow(/LOG_FORMAT: expected text or json/);
  });

  it('are read from the environment', () => {
    const settings = readSettings({
      DATA_DIR: '/srv/rostra',
      SAMPLE_DATA: 'no',
      CORS_ORIGINS: 'https://a.example, https://b.example',
      EMBEDDED_POSTGRES_OPTIONS: 'work_mem=16MB  pg_stat_statements.track=top',
    });
    expect(settings).toMatchObject({
      dataDir: '/srv/rostra',
      sampleData: false,
      corsOrigins: ['https://a.example', 'https://b.example'],
      embeddedPostgresOptions: ['work_mem=16MB', 'pg_stat_statements.track=top'],
    });
  });

  it('treat an empty variable as absent', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 1337, databaseUrl: undefined });
  });

  it('report every fault at once', () => {
    const read = () => readSettings({ PORT: '70000', PAGE_SIZE: '0', BODY_LIMIT: 'big', DATABASE_URL: 'mysql://x' });
    expect(read).toThrow(/PORT:[\s\S]*DATABASE_URL:[\s\S]*PAGE_SIZE:[\s\S]*BODY_LIMIT:/);
  });

  it('configure the mail server, and report what is missing', () => {
    expect(readSettings({})).toMatchObject({ smtp: undefined, publicUrl: 'http://localhost:1337' });
    const environment = {
      SMTP_HOST: 'smtp.example',
      MAIL_FROM: 'Rostra <a@b.example>',
      PUBLIC_URL: 'https://rostra.example/',
    };
    expect(readSettings(environment)).toMatchObject({
      smtp: { host: 'smtp.example', port: 587, secure: false },
      mailFrom: 'Rostra <a@b.example>',
      publicUrl: 'https://rostra.example',
    });
    expect(readSettings({ ...environment, SMTP_PORT: '465', SMTP_USER: 'u', SMTP_PASSWORD: 'p' }).smtp).toEqual({
      host: 'smtp.example',
      port: 465,
      secure: true,
      auth: { user: 'u', pass: 'p' },
      requireTLS: false,
    });
    expect(readSettings({ ...environment, SMTP_SECURE: 'true' }).smtp).toMatchObject({ port: 465, secure: true });
    const faulty = { SMTP_HOST: 'smtp.example', SMTP_USER: 'u', NODE_ENV: 'production' };
    expect(() => readSettings(faulty)).toThrow(/SMTP_PASSWORD[\s\S]*MAIL_FROM[\s\S]*PUBLIC_URL/);
    expect(() => readSettings({ MAIL_FROM: 'nobody', PUBLIC_URL: 'rostra' })).toThrow(
      /MAIL_FROM[\s\S]*PUBLIC_URL|PUBLIC_URL[\s\S]*MAIL_FROM/,
    );
  });
});

describe('settings of single sign-on', () => {
  const environment = {
    OIDC_ISSUER: 'https://id.example/',
    OIDC_CLIENT_ID: 'rostra',
    OIDC_PANEL_ROLES: 'cn=a=editor, b = reviewer',
  };

  it('keep the address of the provider unchanged', () => {
    expect(readSettings({}).sso).toBeUndefined();
    const more = {
      CORS_ORIGINS: 'https://other.example',
      SSO_RETURN_URLS: 'https://console.example/a, http://localhost:3000',
    };
    expect(readSettings({ ...environment, ...more }).sso).toEqual({
      issuer: 'https://id.example/',
      clientId: 'rostra',
      clientSecret: undefined,
      scopes: ['openid', 'email', 'profile'],
      roleClaim: 'roles',
      trustsEmail: false,
      panelRoles: [
        { value: 'cn=a', role: 'editor' },
        { value: 'b', role: 'reviewer' },
      ],
      apiRoles: [],
      isOnly: false,
      localAdmin: undefined,
      returnUrls: ['https://console.example/a', 'http://localhost:3000/'],
    });
  });

  it.each([
    ['OIDC_CLIENT_ID', { OIDC_CLIENT_ID: 'rostra' }],
    ['SSO_ONLY', { SSO_ONLY: 'true' }],
    ['OIDC_ISSUER', { ...environment, OIDC_ISSUER: 'http://id.example' }],
    ['OIDC_ISSUER', { ...environment, OIDC_ISSUER: 'http://127.0.0.1.evil.example' }],
    ['OIDC_ISSUER', { ...environment, OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' }],
    ['OIDC_ISSUER', { ...environment, OIDC_ISSUER: 'https://login.microsoftonline.com/organizations/v2.0' }],
    [
      'OIDC_ISSUER',
      { ...environment, OIDC_ISSUER: 'http://127.0.0.1:9', NODE_ENV: 'production', PUBLIC_URL: 'https://x.example' },
    ],
    ['PUBLIC_URL', { ...environment, NODE_ENV: 'production' }],
    ['OIDC_CLIENT_ID', { ...environment, OIDC_CLIENT_ID: '' }],
    ['OIDC_PANEL_ROLES', { ...environment, OIDC_PANEL_ROLES: '' }],
    ['OIDC_PANEL_ROLES', { ...environment, OIDC_PANEL_ROLES: 'editors' }],
    ['OIDC_API_ROLES', { ...environment, OIDC_API_ROLES: 'editors=admin' }],
    ['OIDC_SCOPES', { ...environment, OIDC_SCOPES: 'email' }],
    ['SSO_LOCAL_ADMIN', { ...environment, SSO_ONLY: 'true' }],
    ['SSO_RETURN_URLS', { ...environment, SSO_RETURN_URLS: '/signed-in' }],
    ['SSO_RETURN_URLS', { ...environment, SSO_RETURN_URLS: 'http://console.example/a' }],
    [
      'SSO_RETURN_URLS',
      { ...environment, SSO_RETURN_URLS: 'https://console.example/a,https://ann:word@console.example/b' },
    ],
    ['SSO_RETURN_URLS', { ...environment, SSO_RETURN_URLS: 'https://console.example/a?b=c' }],
    ['SSO_RETURN_URLS', { ...environment, SSO_RETURN_URLS: 'https://console.example/a#b' }],
    ['SSO_RETURN_URLS', { ...environment, SSO_RETURN_URLS: '*' }],
    ['SSO_RETURN_URLS', { ...environment, OIDC_API_ROLES: 'editors=editor' }],
  ])('%s is reported when it is wrong', (name, environment) => {
    expect(() => readSettings(environment)).toThrow(new RegExp(`${name}: `));
  });

  it('may name a provider on this machine in development', () => {
    expect(readSettings({ ...environment, OIDC_ISSUER: 'http://127.0.0.1:9' }).sso?.issuer).toBe('http://127.0.0.1:9');
  });
});
