import { column, join, rowId, type Scope, scopeOf, tableOf, toOne } from '../sql/scope';
import { compile, parameter, prepared, type Sql, sql } from '../sql/sql';
import { run } from './database';
import { SESSION } from './sessions';
import { tablesOf } from './versions/ensure';

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';
export const TOKEN = 'admin::api-token';
/** Strapi's settings, among them whether an address must be confirmed. */
const SETTINGS = 'strapi_core_store_settings';

/** The tables that decide who may do what: the settings, and those in the statements of this file. */
export const accessTables = (): string[] =>
  (accessTableNames ??= [
    SETTINGS,
    ...[publicQuery, userQuery, tokenQuery].flatMap((query) => tablesOf(compile(query()))),
  ]);

let accessTableNames: string[] | undefined;

/** The tables that hold sessions. */
export const sessionTables = (): string[] => (sessionTableNames ??= [...tablesOf(compile(sessionQuery()))]);

let sessionTableNames: string[] | undefined;

/** Reads the actions that the role `public` allows. */
export async function readPublicActions(): Promise<string[]> {
  const [found] = await run(prepared(ACCESS, 'public', publicQuery));
  return (found?.[0] ?? []) as string[];
}

/** Name, whether blocked, whether confirmed, role, its actions, password hash. */
type UserRow = [string, boolean, boolean, string | null, string[], string | null];

/** Reads a user and the actions of their role. */
export async function readUser(id: number): Promise<UserRow | undefined> {
  const [found] = await run(prepared(ACCESS, 'user', userQuery), { id });
  return found as UserRow | undefined;
}

/** Reads when a user's session ends (epoch ms). */
export async function readSessionEnd(userId: number, session: string): Promise<number | undefined> {
  const [found] = await run(prepared(ACCESS, 'session', sessionQuery), { userId: String(userId), session });
  return found && Number(found[0]);
}

/** Row id, kind, type, expiry (epoch ms), actions. */
type TokenRow = [number, string | null, string, string | null, string[]];

/** Reads an API token by its stored hash. */
export async function readToken(accessKey: string): Promise<TokenRow | undefined> {
  const [found] = await run(prepared(ACCESS, 'token', tokenQuery), { accessKey });
  return found as TokenRow | undefined;
}

/** The owner of this module's statements. */
const ACCESS = {};

function publicQuery(): Sql {
  const role = scopeOf(ROLE);
  return sql`select ${actionsOf(role, 'permissions')} from ${tableOf(role)} where ${column(role, 'type')} = 'public'`;
}

function userQuery(): Sql {
  const user = scopeOf(USER);
  const type = toOne(user, 'role', (role) => column(role, 'type'));
  const actions = toOne(user, 'role', (role) => actionsOf(role, 'permissions'));
  return sql`select ${column(user, 'username')}, coalesce(${column(user, 'blocked')}, false), coalesce(${column(user, 'confirmed')}, false), ${type}, coalesce(${actions}, '{}'), ${column(user, 'password')} from ${tableOf(user)} where ${rowId(user)} = ${parameter('id')}`;
}

function sessionQuery(): Sql {
  const session = scopeOf(SESSION);
  return sql`select extract(epoch from ${column(session, 'expiresAt')}) * 1000 from ${tableOf(session)} where ${column(session, 'sessionId')} = ${parameter('session')} and ${column(session, 'userId')} = ${parameter('userId')} and ${column(session, 'origin')} = 'users-permissions'`;
}

function tokenQuery(): Sql {
  const token = scopeOf(TOKEN);
  return sql`select ${rowId(token)}, ${column(token, 'kind')}, ${column(token, 'type')}, extract(epoch from ${column(token, 'expiresAt')}) * 1000, ${actionsOf(token, 'permissions')} from ${tableOf(token)} where ${column(token, 'accessKey')} = ${parameter('accessKey')}`;
}

function actionsOf(scope: Scope, attribute: string): Sql {
  const { target, source } = join(scope, attribute);
  return sql`(select coalesce(array_agg(${column(target, 'action')}::text), '{}') ${source})`;
}
