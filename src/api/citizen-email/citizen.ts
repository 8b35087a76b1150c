import { column, ident, rowId, type Sql, scopeOf, sql, tableOf } from '../../plugins/rostra/server/src/declare';
import { type Call, errors, parameter, prepared, recordOf, run } from '../../plugins/rostra/server/src/operate';
import { ADDRESS, names, USER } from './database';
import { citizenEmail } from './resource';

/**
 * The account that a request may change, which is the requester's own. Errors: FORBIDDEN for every other handle,
 * whether it exists or not (conventions 5.3).
 */
export function ownAccount(call: Call): number {
  const account = accountIn(call);
  if (account === undefined) throw errors.forbidden();
  return account;
}

/** The requester's account, if the handle is theirs. */
const accountIn = ({ principal: { user }, path }: Call): number | undefined =>
  user?.username === path.handle ? user?.id : undefined;

/**
 * Returns, as a JSON array, the addresses of a handle that the requester may see: all for the citizen and editors, the
 * public and verified ones for others. One statement. Errors: NOT_FOUND for editors if the handle does not exist.
 */
export async function visibleAddresses(call: Call): Promise<{ rows: string; total: number }> {
  const { principal, path, isFull } = call;
  const own = accountIn(call);
  const isReader = principal.kind === 'token' || principal.user?.role === 'editor';
  const statement = prepared(OWNER, `list ${own !== undefined} ${isFull}`, () => listQuery(own !== undefined, isFull));
  const by = own ?? path.handle;
  const [found] = await run(statement, { by, isWhole: own !== undefined || isReader });
  if (!found && isReader) throw errors.notFound();
  const [rows, total] = (found ?? ['[]', 0]) as [string, number];
  return { rows, total };
}

/** Identifies this module's prepared statements. */
const OWNER = {};

function listQuery(isOwn: boolean, isFull: boolean): Sql {
  const [address, user] = [scopeOf(ADDRESS), scopeOf(USER)];
  const isOf = sql`${ident(address.alias)}.${names().citizen} = ${rowId(user)}`;
  const isOpen = sql`${column(address, 'visibility')} = 'public' and ${column(address, 'is_verified')}`;
  const row = recordOf(citizenEmail, citizenEmail.row, isFull, address);
  const rows = sql`(select coalesce(json_agg(${row} order by ${column(address, 'number')}), '[]'::json) from ${tableOf(address)} where ${isOf} and (${parameter('isWhole')}::boolean or (${isOpen})))`;
  const isMeant = isOwn
    ? sql`${rowId(user)} = ${parameter('by')}::int`
    : sql`${column(user, 'username')} = ${parameter('by')}`;
  return sql`select rows::text, json_array_length(rows) from (select ${rows} as rows from ${tableOf(user)} where ${isMeant}) found`;
}
