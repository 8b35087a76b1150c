import { errors } from '../errors/errors';
import { app } from '../store/strapi';
import { loadPublic, loadToken, loadUser, noteUse } from './load';
import type { Principal } from './principal';

/** How long another process may act on what it has read of permissions, in ms; this process forgets at once. */
const MAX_AGE = 5_000;
/** How many credentials are remembered; the oldest goes first. */
const MAX_KNOWN = 10_000;
const HOUR = 3_600_000;

interface Known {
  principal: Promise<Principal | undefined>;
  loadedAt: number;
}

const principals = new Map<string, Known>();
const verified = new Map<string, { userId: number; endsAt: number }>();
const tokens = new Map<string, { endsAt: number; id: number; usedAt: number }>();

/** Forgets every permission read so far: users, roles, permissions or tokens have changed. */
export function forgetPermissions(): void {
  principals.clear();
}

/**
 * Who sends a request, by its `Authorization` header: a JWT of the users-permissions plugin or an API token, with or
 * without `Bearer` (decisions, 5.1). Costs no statement when known. Errors: UNAUTHENTICATED for what is no valid credential.
 */
export async function principalOf(header: string | undefined): Promise<Principal> {
  const token = header?.trim().replace(/^Bearer\s+/i, '');
  const principal = token
    ? await (token.split('.').length === 3 ? userOf(token) : programOf(token))
    : await remembered('public', loadPublic);
  if (!principal) throw errors.unauthenticated();
  return principal;
}

/** Whether the principal may do this; whoever has a credential may also do what everybody may. */
export async function isAllowed(principal: Principal, action: string): Promise<boolean> {
  if (principal.may(action)) return true;
  return (await remembered('public', loadPublic))?.may(action) ?? false;
}

async function userOf(token: string): Promise<Principal | undefined> {
  let known = verified.get(token);
  if (!known) {
    const { isValid, payload } = app().sessionManager('users-permissions').validateAccessToken(token);
    if (!isValid) return undefined;
    known = { userId: Number(payload.userId), endsAt: payload.exp * 1000 };
    remember(verified, token, known);
  }
  const { userId, endsAt } = known;
  if (Date.now() >= endsAt) return undefined;
  return remembered(`user ${userId}`, () => loadUser(userId));
}

async function programOf(token: string): Promise<Principal | undefined> {
  const principal = await remembered(`token ${token}`, async () => {
    const loaded = await loadToken(token);
    if (!loaded) return undefined;
    const usedAt = tokens.get(token)?.usedAt ?? 0;
    remember(tokens, token, { endsAt: loaded.endsAt, id: loaded.id, usedAt });
    return loaded.principal;
  });
  const known = tokens.get(token);
  if (!principal || !known || Date.now() >= known.endsAt) return undefined;
  if (Date.now() - known.usedAt > HOUR) {
    known.usedAt = Date.now();
    await noteUse(known.id);
  }
  return principal;
}

/** What has been read is used until permissions change; a load under way when they change is not kept. */
async function remembered(key: string, load: () => Promise<Principal | undefined>): Promise<Principal | undefined> {
  const known = principals.get(key);
  if (known && Date.now() - known.loadedAt < MAX_AGE) return known.principal;
  const entry: Known = { principal: load(), loadedAt: Date.now() };
  remember(principals, key, entry);
  try {
    const principal = await entry.principal;
    if (!principal && principals.get(key) === entry) principals.delete(key);
    return principal;
  } catch (error) {
    if (principals.get(key) === entry) principals.delete(key);
    throw error;
  }
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > MAX_KNOWN && !oldest.done) map.delete(oldest.value);
}
