import { createHash, randomBytes } from 'node:crypto';
import { startBeside } from './beside';
import { sql } from './client';
import { unique } from './factory';
import { CLIENT, type IdentityProvider, type People, startProvider } from './identity-provider';
import { freePort, type Service } from './service';
import { fillIn, type Seen, type Visitor, visitor } from './visitor';

/** A console that people sign in from; nobody listens there. */
export const CONSOLE = 'https://console.example';

/** Where people sign in to the panel. */
export const PANEL = '/sso/panel';

/** Processes of the service under test with single sign-on, and their provider. */
export interface SsoServices {
  provider: IdentityProvider;
  /** The public address. */
  url: string;
  /** A process that takes passwords, too. */
  open: Service;
  /** One that does not, but from the local administrator. */
  strict: Service;
  stop(): Promise<void>;
}

/** Starts a provider, and two more processes on the database of the service under test. */
async function startSso(): Promise<SsoServices> {
  const [url, provider] = await addresses();
  const identities = await startProvider(provider, `${url}/sso/callback`);
  const [open, strict] = await Promise.all([
    startWith(url, provider),
    startBeside({ ...settingsWith(url, provider), SSO_ONLY: 'true', SSO_LOCAL_ADMIN: 'admin@rostra.local' }),
  ]);
  const stop = async () => {
    await Promise.all([open.stop(), strict.stop(), identities.stop()]);
  };
  return { provider: identities, url, open, strict, stop };
}

/** Starts them for a test file, stops them at its end, and lifts the limits of sign-ins before each test. */
export function ssoForFile(): SsoServices {
  const sso = {} as SsoServices;
  beforeAll(async () => Object.assign(sso, await startSso()));
  afterAll(() => sso.stop?.());
  beforeEach(forgetSignIns);
  return sso;
}

/** Addresses where nobody listens yet: of the service and of a provider. */
export const addresses = async (): Promise<[url: string, issuer: string]> => [
  `http://127.0.0.1:${await freePort()}`,
  `http://127.0.0.1:${await freePort()}`,
];

/** Starts one more process on the database of the service under test, at its public address. */
export const startWith = (url: string, issuer: string): Promise<Service> =>
  startBeside({ ...settingsWith(url, issuer), PORT: new URL(url).port });

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

/** Forgets how often has been signed in: the tests do it more often than people. */
export const forgetSignIns = (): Promise<unknown> => sql("delete from rostra_rate_limits where key like 'sso:%'");

/** Somebody as the provider knows them: an editor with a verified address, where nothing else is said. */
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

/** The name of somebody whom nobody knows yet. */
export const someone = (): string => unique('p').replaceAll(/[^a-z0-9]/g, '');

/** Makes somebody known to the provider and signs them in to the panel. */
export async function enterPanel(sso: SsoServices, name: string, claims: Record<string, unknown> = {}) {
  const who = visitor();
  await sso.provider.tell('people', person(name, claims));
  const seen = await signIn(sso, name, PANEL, who);
  return { seen, who };
}

/** The roles of somebody of the panel, by their address. */
export async function rolesOf(email: string): Promise<unknown[]> {
  const rows = await sql(
    `select r.code from admin_users u join admin_users_roles_lnk l on l.user_id = u.id join admin_roles r on r.id = l.role_id
     where u.email = $1 order by r.code`,
    [email],
  );
  return rows.map(({ code }) => code);
}

/** The header with which a browser brings back its cookies. */
export const cookieOf = (who: Visitor, url: string): string =>
  Object.values(who.cookies(url))
    .map((each) => each.split(';')[0])
    .join('; ');

/** Signs somebody in who has not been to the provider yet, and stops before another site or at the last page. */
export async function signIn(
  { url, provider }: SsoServices,
  name: string,
  path: string,
  who = visitor(),
): Promise<Seen> {
  const sites = [url, provider.issuer];
  return fillIn(who, await who.go(`${url}${path}`), name, sites);
}

/** The way to the provider and back, up to the callback that has not been called yet. */
export async function untilCallback(
  { url, provider }: SsoServices,
  name: string,
  path: string,
): Promise<{ who: Visitor; callback: URL }> {
  const who = visitor();
  const seen = await fillIn(who, await who.go(`${url}${path}`), name, [provider.issuer]);
  return { who, callback: seen.url };
}

/** The verifier of a console, and the way in that belongs to it. */
export function consoleStart(returnTo = `${CONSOLE}/signed-in`): { verifier: string; path: string } {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = new URLSearchParams({ return_to: returnTo, code_challenge: challenge, code_challenge_method: 'S256' });
  return { verifier, path: `/sso/api?${query}` };
}

/** Exchanges a code as a console does. */
export async function exchange(
  url: string,
  body: unknown,
): Promise<{ status: number; headers: Headers; body: Session }> {
  const answer = await fetch(`${url}/sso/api/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: CONSOLE },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Session };
}

interface Session {
  jwt: string;
  refreshToken: string;
  user: Record<string, unknown> & { id: number };
  message?: string;
}

/** Asks the panel's API as who has signed in to the panel. */
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
