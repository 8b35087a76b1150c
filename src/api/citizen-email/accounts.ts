import { sql } from '../../plugins/rostra/server/src/declare';
import { app, compile, parameter, type Run, run, transaction } from '../../plugins/rostra/server/src/operate';
import { names, USER } from './database';

/**
 * Makes an account's log-in e-mail its first address, primary and private (conventions 6.1), and adds a log-in e-mail
 * changed elsewhere to its addresses.
 */
export function keepLogInAddresses(): void {
  app().db.lifecycles.subscribe({
    models: [USER],
    afterCreate: ({ result }: { result?: AccountFields }) => storeLogInAddress(result),
    beforeUpdate: async ({ params, state }: { params: Params; state: { before?: string } }) => {
      if (!params.data || !('email' in params.data)) return;
      const found = (await app()
        .db.query(USER)
        .findOne({ where: params.where, select: ['email'] })) as AccountFields | null;
      state.before = found?.email;
    },
    afterUpdate: async ({ result, state }: { result?: AccountFields; state: { before?: string } }) => {
      if (state.before !== undefined && result?.email !== state.before) await storeLogInAddress(result);
    },
  });
}

interface AccountFields {
  id?: number;
  email?: string;
}

interface Params {
  where?: Record<string, unknown>;
  data?: Record<string, unknown>;
}

const storeLogInAddress = async (account: AccountFields | undefined): Promise<void> => {
  if (account?.id === undefined) return;
  const accounts = [account.id];
  await transaction((run) => addLogInAddresses(run, accounts));
};

/**
 * Adds the log-in e-mail to accounts without any address: those older than addresses, and those of an interrupted
 * start.
 */
export const completeLogInAddresses = (): Promise<void> =>
  transaction(async (run) => {
    const { users, addresses, citizen } = names();
    const lacking = compile(
      sql`select id from ${users} u where not exists (select 1 from ${addresses} e where e.${citizen} = u.id)`,
    );
    await addLogInAddresses(
      run,
      (await run(lacking)).map(([id]) => id as number),
    );
  });

/**
 * Replaces the placeholder in an account's first address, set until its log-in e-mail is verified, by the e-mail
 * itself.
 */
export async function nameFirstAddress(account: number, placeholder: string, email: string): Promise<void> {
  const { addresses, citizen } = names();
  const name = compile(
    sql`update ${addresses} set email = ${parameter('email')} where ${citizen} = ${parameter('account')}::int and email = ${parameter('placeholder')}`,
  );
  await transaction((run) => run(name, { account, placeholder, email }));
}

/** An account's primary address; undefined if it has none. */
export async function primaryAddressOf(account: number): Promise<string | undefined> {
  const { addresses, citizen } = names();
  const query = compile(
    sql`select email from ${addresses} where ${citizen} = ${parameter('account')}::int and is_primary`,
  );
  return (await run(query, { account }))[0]?.[0] as string | undefined;
}

/** Adds the log-in e-mails of accounts to their addresses, unless present. */
export async function addLogInAddresses(run: Run, accounts: number[]): Promise<void> {
  if (accounts.length === 0) return;
  const { users, addresses, citizen } = names();
  const addressesOfUser = sql`select 1 from ${addresses} e where e.${citizen} = u.id`;
  const add = compile(sql`
    insert into ${addresses} (document_id, email, is_primary, is_verified, visibility, ${citizen}, created_at, updated_at, published_at)
    select left(replace(gen_random_uuid()::text, '-', ''), 24), u.email, not exists (${addressesOfUser} and e.is_primary), false, 'private', u.id, n.now, n.now, n.now
    from ${users} u, (select now() at time zone 'UTC' as now) n
    where u.id = any(${parameter('accounts')}::int[]) and u.email is not null and not exists (${addressesOfUser} and lower(e.email) = lower(u.email))
    on conflict do nothing`);
  await run(add, { accounts });
}
