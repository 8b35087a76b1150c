import { LRUCache } from 'lru-cache';
import { apiSessions } from '../../../../../strapi/api-sessions';
import { errors } from '../errors/errors';
import { accessTables, readSessionEnd, sessionTables } from '../store/principals';
import { app } from '../store/strapi';
import type { Versions } from '../store/versions/look-up';
import { memoizeByVersion } from '../store/versions/memoize';
import { loadPublic, loadToken, loadUser, recordTokenUse } from './load-principal';
import type { Principal } from './principal';

/** Maximum number of entries in each cache. */
const MAX_ENTRIES = 10_000;
const HOUR = 3_600_000;

const principals = memoizeByVersion<Principal>(accessTables, MAX_ENTRIES);
/** The ends of sessions (epoch ms); not kept with the principals, because every log-in changes the table of sessions. */
const sessions = memoizeByVersion<number>(sessionTables, MAX_ENTRIES);
const jwts = new LRUCache<string, { userId: number; session: string; endsAt: number }>({ max: MAX_ENTRIES });
const tokens = new LRUCache<string, { endsAt: number; id: number; usedAt: number }>({ max: MAX_ENTRIES });

/** The credential of a request: none, a JWT that this service signed, or a possible API token. */
export type Credential =
  | { kind: 'none' }
  | { kind: 'user'; userId: number; session: string }
  | { kind: 'token'; token: string };

/**
 * Reads an `Authorization` header: a JWT of the users-permissions plugin or an API token, with or without `Bearer`
 * (conventions 5.1). Runs no statement. Errors: UNAUTHENTICATED for an invalid or expired JWT.
 */
export function credentialOf(header: string): Credential {
  const token = header.trim().replace(/^Bearer\s+/i, '');
  if (token === '') return { kind: 'none' };
  return token.split('.').length === 3 ? { kind: 'user', ...verifyJwt(token) } : { kind: 'token', token };
}

/** The owner of a credential, if known without a look-up: `user 12`, `token 5`. */
export function knownOwner(credential: Credential): string | undefined {
  if (credential.kind === 'user') return `user ${credential.userId}`;
  const entry = credential.kind === 'token' ? tokens.get(credential.token) : undefined;
  return entry && `token ${entry.id}`;
}

/** The principal of a credential as of `versions`. Errors: UNAUTHENTICATED if it is invalid or the account may not sign in. */
export async function principalOf(credential: Credential, versions: Versions): Promise<Principal> {
  const principal = await load(credential, versions);
  if (!principal) throw errors.unauthenticated();
  return principal;
}

/** Whether the public may call an action as of `versions`; then every principal may. */
export async function isPublic(action: string, versions: Versions): Promise<boolean> {
  return (await load({ kind: 'none' }, versions))?.may(action) ?? false;
}

function load(credential: Credential, versions: Versions): Promise<Principal | undefined> {
  switch (credential.kind) {
    case 'none':
      return principals('public', versions, loadPublic);
    case 'user':
      return userPrincipal(credential, versions);
    case 'token':
      return tokenPrincipal(credential.token, versions);
  }
}

/** The user of a JWT; undefined once its session has ended. */
async function userPrincipal(
  { userId, session }: { userId: number; session: string },
  versions: Versions,
): Promise<Principal | undefined> {
  const [principal, endsAt] = await Promise.all([
    principals(`user ${userId}`, versions, () => loadUser(userId)),
    sessions(`${userId} ${session}`, versions, () => readSessionEnd(userId, session)),
  ]);
  return endsAt !== undefined && Date.now() < endsAt ? principal : undefined;
}

/** Verifies a JWT and returns its user and session. Errors: UNAUTHENTICATED. */
function verifyJwt(token: string): { userId: number; session: string } {
  let entry = jwts.get(token);
  if (!entry) {
    const { isValid, payload } = apiSessions().validateAccessToken(token);
    if (!isValid) throw errors.unauthenticated();
    entry = { userId: Number(payload.userId), session: payload.sessionId, endsAt: payload.exp * 1000 };
    jwts.set(token, entry);
  }
  if (Date.now() >= entry.endsAt) throw errors.unauthenticated();
  return { userId: entry.userId, session: entry.session };
}

async function tokenPrincipal(token: string, versions: Versions): Promise<Principal | undefined> {
  const principal = await principals(`token ${token}`, versions, async () => {
    const loaded = await loadToken(token);
    if (!loaded) return undefined;
    const usedAt = tokens.get(token)?.usedAt ?? 0;
    tokens.set(token, { endsAt: loaded.endsAt, id: loaded.id, usedAt });
    return loaded.principal;
  });
  const entry = tokens.get(token);
  if (!principal || !entry || Date.now() >= entry.endsAt) return undefined;
  if (Date.now() - entry.usedAt > HOUR) {
    entry.usedAt = Date.now();
    // A read must succeed even if the database is read-only.
    await recordTokenUse(entry.id).catch((error: Error) =>
      app().log.warn(`cannot record the use of an API token: ${error.message}`),
    );
  }
  return principal;
}
