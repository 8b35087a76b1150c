import { hashOfToken } from '../../../../../strapi/api-tokens';
import { column, from, join, open, rowId, type Scope, toOne } from '../sql/scope';
import { compile, parameter, prepared, type Sql, sql } from '../sql/sql';
import { run } from '../store/database';
import { SESSION } from '../store/sessions';
import { app } from '../store/strapi';
import { tablesOf } from '../store/versions/keep';
import { isFirstPassword } from './first-passwords';
import { allowedIn, type Principal } from './principal';

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';
const TOKEN = 'admin::api-token';
/** Strapi's settings: whether an address must be confirmed. */
const SETTINGS = 'strapi_core_store_settings';

/** The tables whose rows decide who may do what: all that the statements of this file name, and the settings. */
export const decidingTables = (): string[] =>
  (deciding ??= [SETTINGS, ...[publicQuery, userQuery, tokenQuery].flatMap((query) => tablesOf(compile(query())))]);

let deciding: string[] | undefined;

/** The tables that say which sessions there are. */
export const sessionTables = (): string[] => (ofSessions ??= [...tablesOf(compile(sessionQuery()))]);

let ofSessions: string[] | undefined;

/** What anybody may do: the permissions of the role `public`. */
export async function loadPublic(): Promise<Principal> {
  const [found] = await run(prepared(ACCESS, 'public', publicQuery));
  return { kind: 'public', may: allowedIn(new Set((found?.[0] ?? []) as string[])) };
}

/** A user with the permissions of their role; undefined when there is none who may sign in. One statement. */
export async function loadUser(id: number): Promise<Principal | undefined> {
  const [found] = await run(prepared(ACCESS, 'user', userQuery), { id });
  if (!found) return undefined;
  const [username, isBlocked, isConfirmed, role, actions, password] = found as [
    string,
    boolean,
    boolean,
    string | null,
    string[],
    string | null,
  ];
  if (isBlocked || (!isConfirmed && (await mustConfirm()))) return undefined;
  return {
    kind: 'user',
    user: { id, username, role: role ?? '' },
    may: allowedIn(new Set(actions)),
    mustChangePassword: isFirstPassword(password),
  };
}

/** Until when a user's session lasts (epoch ms); undefined when it has ended. One statement. */
export async function loadSession(userId: number, session: string): Promise<number | undefined> {
  const [found] = await run(prepared(ACCESS, 'session', sessionQuery), { userId: String(userId), session });
  return found && Number(found[0]);
}

/** A program's API token, with the time its validity ends (epoch ms); undefined when there is none. One statement. */
export async function loadToken(
  token: string,
): Promise<{ principal: Principal; endsAt: number; id: number } | undefined> {
  const accessKey = hashOfToken(token);
  const [found] = await run(prepared(ACCESS, 'token', tokenQuery), { accessKey });
  if (!found) return undefined;
  const [id, kind, type, endsAt, actions] = found as [number, string | null, string, string | null, string[]];
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

/** The owner of this module's statements. */
const ACCESS = {};

function publicQuery(): Sql {
  const role = open(ROLE);
  return sql`select ${actionsOf(role, 'permissions')} from ${from(role)} where ${column(role, 'type')} = 'public'`;
}

function userQuery(): Sql {
  const user = open(USER);
  const type = toOne(user, 'role', (role) => column(role, 'type'));
  const actions = toOne(user, 'role', (role) => actionsOf(role, 'permissions'));
  return sql`select ${column(user, 'username')}, coalesce(${column(user, 'blocked')}, false), coalesce(${column(user, 'confirmed')}, false), ${type}, coalesce(${actions}, '{}'), ${column(user, 'password')} from ${from(user)} where ${rowId(user)} = ${parameter('id')}`;
}

function sessionQuery(): Sql {
  const session = open(SESSION);
  return sql`select extract(epoch from ${column(session, 'expiresAt')}) * 1000 from ${from(session)} where ${column(session, 'sessionId')} = ${parameter('session')} and ${column(session, 'userId')} = ${parameter('userId')} and ${column(session, 'origin')} = 'users-permissions'`;
}

function tokenQuery(): Sql {
  const token = open(TOKEN);
  return sql`select ${rowId(token)}, ${column(token, 'kind')}, ${column(token, 'type')}, extract(epoch from ${column(token, 'expiresAt')}) * 1000, ${actionsOf(token, 'permissions')} from ${from(token)} where ${column(token, 'accessKey')} = ${parameter('accessKey')}`;
}

function actionsOf(scope: Scope, attribute: string): Sql {
  const { target, source } = join(scope, attribute);
  return sql`(select coalesce(array_agg(${column(target, 'action')}::text), '{}') ${source})`;
}
