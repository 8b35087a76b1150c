import { columnOf, modelOf } from '../sql/model';
import { ident, type Sql, sql } from '../sql/sql';
import type { Catalog } from './catalog';
import { type Run, runOnce } from './database';

/** Strapi's table of sessions, one row each; a token carries the id of its session. */
export const SESSION = 'admin::session';

/** The kinds of accounts, and the `origin` of their sessions. */
const ACCOUNTS = [
  { uid: 'plugin::users-permissions.user', origin: 'users-permissions' },
  { uid: 'admin::user', origin: 'admin' },
];

/**
 * Creates the triggers that end sessions, however the data are changed, even by plain SQL. Changing the password of an
 * account, or deleting it, ends its sessions; a changed password also voids the reset code. Ending a session ends those that it
 * was renewed from or into, so that no older token survives signing out.
 */
export async function ensureSessionTriggers(catalog: Catalog, run: Run): Promise<void> {
  const { tableName } = modelOf(SESSION);
  for (const statement of functions()) await runOnce(run, statement);
  for (const [name, statement] of Object.entries({ ...indexes(), ...triggers(tableName) }))
    if (!catalog.has(name)) await runOnce(run, statement);
}

const session = (attribute: string): string => columnOf(modelOf(SESSION), attribute);

const indexes = (): Record<string, Sql> =>
  Object.fromEntries(
    ['sessionId', 'childId', 'userId'].map((attribute) => {
      const name = `rostra_session_${session(attribute)}_idx`;
      return [
        name,
        sql`create index ${ident(name)} on ${ident(modelOf(SESSION).tableName)} (${ident(session(attribute))})`,
      ];
    }),
  );

function triggers(sessions: string): Record<string, Sql> {
  const accountTriggers = ACCOUNTS.flatMap(({ uid, origin }) => {
    const { tableName } = modelOf(uid);
    const password = columnOf(modelOf(uid), 'password');
    const run = sql`for each row execute function rostra_end_sessions(${sql.lit(origin)})`;
    return [
      [
        `${tableName}.rostra_changed_password`,
        sql`create trigger rostra_changed_password before update on ${ident(tableName)} for each row
          when (old.${ident(password)} is distinct from new.${ident(password)}) execute function rostra_end_sessions(${sql.lit(origin)})`,
      ],
      [
        `${tableName}.rostra_end_sessions`,
        sql`create trigger rostra_end_sessions after delete on ${ident(tableName)} ${run}`,
      ],
    ] as const;
  });
  return {
    ...Object.fromEntries(accountTriggers),
    [`${sessions}.rostra_end_session_family`]: sql`create trigger rostra_end_session_family after delete on ${ident(sessions)} for each row execute function rostra_end_session_family()`,
  };
}

function functions(): Sql[] {
  const { tableName } = modelOf(SESSION);
  const [user, origin, name, child, end] = ['userId', 'origin', 'sessionId', 'childId', 'expiresAt'].map(session);
  return [
    trigger(
      'rostra_end_sessions',
      `delete from "${tableName}" where "${user}" = old.id::text and "${origin}" = tg_argv[0];
      if tg_op = 'DELETE' then return old; end if;
      if new.reset_password_token is not distinct from old.reset_password_token then new.reset_password_token := null; end if;
      return new;`,
    ),
    // An expired session that is cleaned up must not end the one that it was renewed into.
    trigger(
      'rostra_end_session_family',
      `delete from "${tableName}" where "${child}" = old."${name}"
        or ("${name}" = old."${child}" and old."${end}" > now() at time zone 'UTC');
      return null;`,
    ),
  ];
}

/** A trigger function that finds its tables whatever the search path of the session. */
const trigger = (name: string, body: string): Sql =>
  sql`create or replace function ${ident(name)}() returns trigger language plpgsql set search_path from current as ${sql.lit(`begin ${body} end`)}`;
