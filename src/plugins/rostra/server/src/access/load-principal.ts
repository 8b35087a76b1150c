import { hashOfToken } from '../../../../../strapi/api-tokens';
import { readPublicActions, readToken, readUser, TOKEN } from '../store/principals';
import { app } from '../store/strapi';
import { isFirstPassword } from './first-passwords';
import { allowedIn, type Principal } from './principal';

/** Loads the public principal: the permissions of the role `public`. */
export async function loadPublic(): Promise<Principal> {
  return { kind: 'public', may: allowedIn(new Set(await readPublicActions())) };
}

/** Loads a user with the permissions of their role; undefined if unknown or not allowed to sign in. One statement, in production two. */
export async function loadUser(id: number): Promise<Principal | undefined> {
  const user = await readUser(id);
  if (!user) return undefined;
  const [username, isBlocked, isConfirmed, role, actions, password] = user;
  if (isBlocked || (!isConfirmed && (await mustConfirm()))) return undefined;
  return {
    kind: 'user',
    user: { id, username, role: role ?? '' },
    may: allowedIn(new Set(actions)),
    mustChangePassword: await isFirstPassword(password),
  };
}

/** Loads an API token with its expiry (epoch ms); undefined if unknown. One statement. */
export async function loadToken(
  token: string,
): Promise<{ principal: Principal; endsAt: number; id: number } | undefined> {
  const row = await readToken(hashOfToken(token));
  if (!row) return undefined;
  const [id, kind, type, endsAt, actions] = row;
  if (kind !== null && kind !== 'content-api') return undefined;
  return {
    id,
    principal: { kind: 'token', token: { id }, may: permissionCheck(type, new Set(actions)) },
    endsAt: endsAt === null ? Infinity : Number(endsAt),
  };
}

/** Stores when a token was last used, as Strapi's own API does. */
export async function recordTokenUse(id: number): Promise<void> {
  await app()
    .db.query(TOKEN)
    .update({ where: { id }, data: { lastUsedAt: new Date() } });
}

/** Read-only tokens may call the actions that Strapi considers reads: `find` and `findOne`. */
function permissionCheck(type: string, actions: Set<string>): (action: string) => boolean {
  if (type === 'full-access') return () => true;
  if (type === 'read-only') return (action) => action.endsWith('find') || action.endsWith('findOne');
  return allowedIn(actions);
}

async function mustConfirm(): Promise<boolean> {
  const advanced = await app().store({ type: 'plugin', name: 'users-permissions', key: 'advanced' }).get();
  return (advanced as { email_confirmation?: boolean } | null)?.email_confirmation === true;
}
