import { sql } from '../../plugins/rostra/server/src/declare';
import { compile, errors, parameter, type Run } from '../../plugins/rostra/server/src/operate';
import { names } from './database';

/** Refuses to delete the primary address: another must be made primary first (conventions 6.1). */
export async function refusePrimary(rowId: number, run: Run): Promise<void> {
  const { addresses, citizen } = names();
  const query = compile(
    sql`select 1 from ${addresses} where id = ${parameter('rowId')}::int and is_primary and ${citizen} is not null`,
  );
  if ((await run(query, { rowId })).length === 0) return;
  throw errors.conflict([
    { path: 'email', code: 'INVALID_VALUE', message: 'is the primary address; first make another address primary' },
  ]);
}

/**
 * Validates a write from the admin panel: an address has a citizen, with one primary address, which the log-in e-mail
 * follows.
 */
export async function afterPanelWrite(rowId: number, run: Run): Promise<void> {
  const { addresses, citizen, onePrimary } = names();
  const query = compile(sql`select ${citizen} from ${addresses} where id = ${parameter('rowId')}::int`);
  const [account] = (await run(query, { rowId }))[0] ?? [];
  if (typeof account !== 'number')
    throw errors.invalidInput([{ path: 'citizen', code: 'REQUIRED', message: 'is required' }]);
  await run(compile(sql`set constraints ${onePrimary} immediate`));
  await followPrimary(account, run);
}

/**
 * Sets an account's log-in e-mail to its primary address once that is verified (conventions 6.3), unless another
 * account already logs in with that text as its e-mail or user name.
 */
export async function followPrimary(account: number, run: Run): Promise<void> {
  const { addresses, citizen, users } = names();
  const isOther = sql`lower(e.email) in (lower(other.email), lower(other.username)) and other.id <> u.id`;
  const follow = compile(sql`
    update ${users} u set email = lower(e.email), updated_at = now() at time zone 'UTC' from ${addresses} e
    where u.id = ${parameter('account')}::int and e.${citizen} = u.id and e.is_primary and e.is_verified
      and u.email is distinct from lower(e.email) and not exists (select 1 from ${users} other where ${isOther})`);
  await run(follow, { account });
}
