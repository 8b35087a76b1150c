import { LRUCache } from 'lru-cache';
import { apiSessions } from '../../../../../strapi/api-sessions';
import { errors } from '../errors/errors';
import { accessTables, readSessionEnd, sessionTables } from '../store/principals';
import { app } from '../store/strapi';
import type { Versions } from '../store/versions/look-up';
import { memoizeByVersion } from '../store/versions/memoize';
import { loadPublic, loadToken, loadUser, noteUse } from './load';
import type { Principal } from './principal';

/** How many credentials are remembered. */
const MAX_KNOWN = 10_000;
const HOUR = 3_600_000;

const remembered = memoizeByVersion<Principal>(accessTables, MAX_KNOWN);
/** Until when sessions last (epoch ms); apart from the principals, since every log-in moves the table of sessions. */
const sessions = memoizeByVersion<number>(sessionTables, MAX_KNOWN);
const verified = new LRUCache<string, { userId: number; session: string; endsAt: number }>({ max: MAX_KNOWN });
const tokens = new LRUCache<string, { endsAt: number; id: number; usedAt: number }>({ max: MAX_KNOWN });

/** What a request shows of who sends it: nothing, a user's JWT that we have signed, or what may be an API token. */
export type Credential =
  | { kind: 'none' }
  | { kind: 'user'; userId: number; session: string }
  | { kind: 'token'; token: string };

/**
 * Reads an `Authorization` header: a JWT of the users-permissions plugin or an API token, with or without `Bearer`
 * (decisions, 5.1). Costs no statement. Errors: UNAUTHENTICATED for a JWT that is not valid, or no longer.
 */
export function credentialOf(header: string): Credential {
  const token = header.trim().replace(/^Bearer\s+/i, '');
  if (token === '') return { kind: 'none' };
  return token.split('.').length === 3 ? { kind: 'user', ...userIn(token) } : { kind: 'token', token };
}

/** Whom a credential names, as far as that is known without a look-up: `user 12`, `token 5`. */
export function knownOwner(credential: Credential): string | undefined {
  if (credential.kind === 'user') return `user ${credential.userId}`;
  const known = credential.kind === 'token' ? tokens.get(credential.token) : undefined;
  return known && `token ${known.id}`;
}

/** Who sends a request, as it is known at `versions`. Errors: UNAUTHENTICATED when there is nobody who may sign in. */
export async function principalOf(credential: Credential, versions: Versions): Promise<Principal> {
  const principal = await load(credential, versions);
  if (!principal) throw errors.unauthenticated();
  return principal;
}

/** Whether everybody may do this, as it is known at `versions`: whoever has a credential may do so, too. */
export async function mayEverybody(action: string, versions: Versions): Promise<boolean> {
  return (await load({ kind: 'none' }, versions))?.may(action) ?? false;
}

function load(credential: Credential, versions: Versions): Promise<Principal | undefined> {
  switch (credential.kind) {
    case 'none':
      return remembered('public', versions, loadPublic);
    case 'user':
      return userOf(credential, versions);
    case 'token':
      return programOf(credential.token, versions);
  }
}

/** A user, as long as the session is there that their token was made of. */
async function userOf(
  { userId, session }: { userId: number; session: string },
  versions: Versions,
): Promise<Principal | undefined> {
  const [principal, endsAt] = await Promise.all([
    remembered(`user ${userId}`, versions, () => loadUser(userId)),
    sessions(`${userId} ${session}`, versions, () => readSessionEnd(userId, session)),
  ]);
  return endsAt !== undefined && Date.now() < endsAt ? principal : undefined;
}

/** The user and the session that a JWT names. Errors: UNAUTHENTICATED. */
function userIn(token: string): { userId: number; session: string } {
  let known = verified.get(token);
  if (!known) {
    const { isValid, payload } = apiSessions().validateAccessToken(token);
    if (!isValid) throw errors.unauthenticated();
    known = { userId: Number(payload.userId), session: payload.sessionId, endsAt: payload.exp * 1000 };
    verified.set(token, known);
  }
  if (Date.now() >= known.endsAt) throw errors.unauthenticated();
  return { userId: known.userId, session: known.session };
}

async function programOf(token: string, versions: Versions): Promise<Principal | undefined> {
  const principal = await remembered(`token ${token}`, versions, async () => {
    const loaded = await loadToken(token);
    if (!loaded) return undefined;
    const usedAt = tokens.get(token)?.usedAt ?? 0;
    tokens.set(token, { endsAt: loaded.endsAt, id: loaded.id, usedAt });
    return loaded.principal;
  });
  const known = tokens.get(token);
  if (!principal || !known || Date.now() >= known.endsAt) return undefined;
  if (Date.now() - known.usedAt > HOUR) {
    known.usedAt = Date.now();
    // What only reads shall be answered by a database that only reads, too.
    await noteUse(known.id).catch((error: Error) =>
      app().log.warn(`the use of a token was not noted: ${error.message}`),
    );
  }
  return principal;
}
