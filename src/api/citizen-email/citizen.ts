import { column, from, id, open, type Sql, sql, summary } from '../../plugins/rostra/server/src/declare';
import { type Call, errors, parameter, prepared, run } from '../../plugins/rostra/server/src/operate';
import { ADDRESS, names, USER } from './database';

/**
 * The account that a request may change: the asker's own. Errors: FORBIDDEN for every other handle, whether somebody has
 * it or not (decisions, 5.3).
 */
export function ownAccount({ principal, path }: Call): number {
  if (!principal.user || principal.user.username !== path.handle) throw errors.forbidden();
  return principal.user.id;
}

/**
 * The addresses of a handle that the asker may see, as a JSON array: the citizen and editors all of them, others the
 * public and verified ones. Errors: NOT_FOUND for an editor who asks for a handle that nobody has. One statement.
 */
export async function visibleAddresses({ principal, path }: Call): Promise<{ rows: string; total: number }> {
  const isReader = principal.kind === 'token' || principal.user?.role === 'editor';
  const isWhole = isReader || principal.user?.username === path.handle;
  const [found] = await run(prepared(OWNER, 'list', listQuery), { handle: path.handle, isWhole });
  if (!found && isReader) throw errors.notFound();
  const [rows, total] = (found ?? ['[]', 0]) as [string, number];
  return { rows, total };
}

/** The owner of this module's statements. */
const OWNER = {};

function listQuery(): Sql {
  const [address, user] = [open(ADDRESS), open(USER)];
  const isOf = sql`${id(address.alias)}.${names().citizen} = ${id(user.alias, 'id')}`;
  const isOpen = sql`${column(address, 'visibility')} = 'public' and ${column(address, 'is_verified')}`;
  const row = summary(address, 'id email is_primary is_verified visibility');
  const rows = sql`(select coalesce(json_agg(${row} order by ${column(address, 'number')}), '[]'::json) from ${from(address)} where ${isOf} and (${parameter('isWhole')}::boolean or (${isOpen})))`;
  return sql`select rows::text, json_array_length(rows) from (select ${rows} as rows from ${from(user)} where ${column(user, 'username')} = ${parameter('handle')}) found`;
}
