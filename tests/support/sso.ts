import { createHash, randomBytes } from 'node:crypto';
import { sql } from './client';
import { withConnection } from './database';
import { unique } from './factory';
import { CLIENT, type IdentityProvider, type People, startProvider } from './identity-provider';
import { freePort } from './port';
import { startSecondProcess } from './second-process';
import { sendJson } from './send-json';
import type { Service } from './service';
import { fillIn, type VisitedPage, type Visitor, visitor } from './visitor';

/** The address of a console app; nothing listens there. */
export const CONSOLE = 'https://console.example';

/** The path of the panel's sign-in. */
export const PANEL = '/sso/panel';

/** Processes on the database of the service under test with single sign-on, and their provider. */
export interface SsoServices {
  provider: IdentityProvider;
  /** The public address. */
  url: string;
  /** A process that also accepts passwords. */
  open: Service;
  /** A process that accepts a password from the local administrator only. */
  strict: Service;
  stop(): Promise<void>;
}

const SETTINGS = 'plugin_users-permissions_advanced';
let stored: string | undefined;

// A process stores its public address, which the mails of all processes contain: put back that of the service under test.
beforeAll(() =>
  withConnection(async (connection) => {
    const { rows } = await connection.query('select value from strapi_core_store_settings where key = $1', [SETTINGS]);
    stored = rows[0]?.value;
  }),
);

afterAll(() =>
  withConnection((connection) =>
    connection.query('update strapi_core_store_settings set value = $2 where key = $1', [SETTINGS, stored]),
  ),
);

/** Starts a provider and two processes on the database of the service under test. */
async function startSso(): Promise<SsoServices> {
  const [url, provider] = await addresses();
  const identities = await startProvider(provider, `${url}/sso/callback`);
  const [open, strict] = await Promise.all([
    startSsoProcess(url, provider),
    startSecondProcess({ ...settingsWith(url, provider), SSO_ONLY: 'true', SSO_LOCAL_ADMIN: 'admin@rostra.local' }),
  ]);
  const stop = async () => {
    await Promise.all([open.stop(), strict.stop(), identities.stop()]);
  };
  return { provider: identities, url, open, strict, stop };
}

let shared: SsoServices | undefined;

/**
 * Starts them for a test file, stops them at its end, and resets the sign-in limits before each test. All parts of a file share
 * them.
 */
export function setUpSso(): SsoServices {
  if (shared) return shared;
  const sso = {} as SsoServices;
  shared = sso;
  beforeAll(async () => Object.assign(sso, await startSso()));
  afterAll(() => sso.stop?.());
  beforeEach(resetSignInLimits);
  return sso;
}

/** Returns unused addresses for the service and a provider. */
export const addresses = async (): Promise<[url: string, issuer: string]> => [
  `http://127.0.0.1:${await freePort()}`,
  `http://127.0.0.1:${await freePort()}`,
];

/** Starts a process with single sign-on at its public address. */
export const startSsoProcess = (url: string, issuer: string): Promise<Service> =>
  startSecondProcess({ ...settingsWith(url, issuer), PORT: new URL(url).port });

function settingsWith(url: string, issuer: string): Record<string, string> {
  return {
    LOG_LEVEL: 'http',
    PUBLIC_URL: url,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT.client_id,
    OIDC_CLIENT_SECRET: CLIENT.client_secret,
    OIDC_ROLE_CLAIM: 'realm_access.roles',
    OIDC_PANEL_ROLES: 'editors=editor,readers=reviewer,admins=super-admin',
    OIDC_API_ROLES: 'editors=editor,people=citizen',
    SSO_RETURN_URLS: `${CONSOLE}/signed-in`,
    CORS_ORIGINS: CONSOLE,
  };
}

/** Resets the sign-in limits: tests sign in more often than people. */
export const resetSignInLimits = (): Promise<unknown> => sql("delete from rostra_rate_limits where key like 'sso:%'");

/** Returns a person's claims: by default, an editor with a verified address. */
export const person = (name: string, claims: Record<string, unknown> = {}): People => ({
  [name]: {
    email: `${name}@newsroom.example`,
    email_verified: true,
    given_name: 'Mei',
    family_name: 'Chen',
    preferred_username: name,
    realm_access: { roles: ['editors'] },
    ...claims,
  },
});

/** Returns a log-in name that is not in use. */
export const uniqueName = (): string => unique('p').replaceAll(/[^a-z0-9]/g, '');

/** Adds a person to the provider and signs them in to the panel. */
export async function enterPanel(sso: SsoServices, name: string, claims: Record<string, unknown> = {}) {
  const who = visitor();
  await sso.provider.configure('people', person(name, claims));
  const seen = await signIn(sso, name, PANEL, who);
  return { seen, who };
}

/** Returns the roles of a panel user. */
export async function rolesOf(email: string): Promise<unknown[]> {
  const rows = await sql(
    `select r.code from admin_users u join admin_users_roles_lnk l on l.user_id = u.id join admin_roles r on r.id = l.role_id
     where u.email = $1 order by r.code`,
    [email],
  );
  return rows.map(({ code }) => code);
}

/** Returns the visitor's `Cookie` header for a URL. */
export const cookieOf = (who: Visitor, url: string): string =>
  Object.values(who.cookies(url))
    .map((each) => each.split(';')[0])
    .join('; ');

/** Signs a person in through the provider's form. Stops before another site, or at the last page. */
export async function signIn(
  { url, provider }: SsoServices,
  name: string,
  path: string,
  who = visitor(),
): Promise<VisitedPage> {
  const sites = [url, provider.issuer];
  return fillIn(who, await who.go(`${url}${path}`), name, sites);
}

/** Signs a person in at the provider, and stops before calling the callback. */
export async function signInUntilCallback(
  { url, provider }: SsoServices,
  name: string,
  path: string,
): Promise<{ who: Visitor; callback: URL }> {
  const who = visitor();
  const seen = await fillIn(who, await who.go(`${url}${path}`), name, [provider.issuer]);
  return { who, callback: seen.url };
}

/** Returns a PKCE verifier of a console and the path that starts its sign-in. */
export function consoleStart(returnTo = `${CONSOLE}/signed-in`): { verifier: string; path: string } {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = new URLSearchParams({ return_to: returnTo, code_challenge: challenge, code_challenge_method: 'S256' });
  return { verifier, path: `/sso/api?${query}` };
}

/** Exchanges a code for a session, as a console does. */
export async function exchange(
  url: string,
  body: unknown,
): Promise<{ status: number; headers: Headers; body: Session }> {
  const answer = await sendJson(`${url}/sso/api/token`, body, { headers: { origin: CONSOLE } });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Session };
}

interface Session {
  jwt: string;
  refreshToken: string;
  user: Record<string, unknown> & { id: number };
  message?: string;
}

/** Sends a request to the panel's API as a visitor who signed in to the panel. */
export async function asPanel(
  url: string,
  who: Visitor,
  path: string,
  method = 'GET',
): Promise<{ status: number; body: unknown }> {
  const token = who.cookies(url).jwtToken?.match(/^jwtToken=([^;]*)/)?.[1];
  const refresh = who.cookies(url).strapi_admin_refresh?.split(';')[0] ?? '';
  const headers = { authorization: `Bearer ${token}`, cookie: refresh };
  const answer = await fetch(`${url}${path}`, { method, headers });
  return { status: answer.status, body: await answer.json().catch(() => undefined) };
}
