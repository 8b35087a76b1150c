import { hashOfToken } from '../../../../../strapi/api-tokens';
import { readPublicActions, readToken, readUser, TOKEN } from '../store/principals';
import { app } from '../store/strapi';
import { isFirstPassword } from './first-passwords';
import { allowedIn, type Principal } from './principal';

/** What anybody may do: the permissions of the role `public`. */
export async function loadPublic(): Promise<Principal> {
  return { kind: 'public', may: allowedIn(new Set(await readPublicActions())) };
}

/** A user with the permissions of their role; undefined when there is none who may sign in. One statement. */
export async function loadUser(id: number): Promise<Principal | undefined> {
  const found = await readUser(id);
  if (!found) return undefined;
  const [username, isBlocked, isConfirmed, role, actions, password] = found;
  if (isBlocked || (!isConfirmed && (await mustConfirm()))) return undefined;
  return {
    kind: 'user',
    user: { id, username, role: role ?? '' },
    may: allowedIn(new Set(actions)),
    mustChangePassword: isFirstPassword(password),
  };
}

/** A program's API token, with the time its validity ends (epoch ms); undefined when there is none. One statement. */
export async function loadToken(
  token: string,
): Promise<{ principal: Principal; endsAt: number; id: number } | undefined> {
  const found = await readToken(hashOfToken(token));
  if (!found) return undefined;
  const [id, kind, type, endsAt, actions] = found;
  if (kind !== null && kind !== 'content-api') return undefined;
  return {
    id,
    principal: { kind: 'token', token: { id }, may: mayOf(type, new Set(actions)) },
    endsAt: endsAt === null ? Infinity : Number(endsAt),
  };
}

/** Notes that a token has been used, as Strapi's own API does: at most hourly. */
export async function noteUse(id: number): Promise<void> {
  await app()
    .db.query(TOKEN)
    .update({ where: { id }, data: { lastUsedAt: new Date() } });
}

/** Read-only tokens may call the actions that Strapi takes for reading (facts, "Auth"). */
function mayOf(type: string, actions: Set<string>): (action: string) => boolean {
  if (type === 'full-access') return () => true;
  if (type === 'read-only') return (action) => action.endsWith('find') || action.endsWith('findOne');
  return allowedIn(actions);
}

async function mustConfirm(): Promise<boolean> {
  const advanced = await app().store({ type: 'plugin', name: 'users-permissions', key: 'advanced' }).get();
  return (advanced as { email_confirmation?: boolean } | null)?.email_confirmation === true;
}
