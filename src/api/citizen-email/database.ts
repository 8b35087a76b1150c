import { id, model, type Sql, sql } from '../../plugins/rostra/server/src/declare';
import { joinColumnOf } from '../../plugins/rostra/server/src/operate';

export const ADDRESS = 'api::citizen-email.citizen-email';
export const USER = 'plugin::users-permissions.user';

/** The tables and columns that the statements of this folder name. */
export const names = () => ({
  addresses: id(model(ADDRESS).tableName),
  citizen: id(joinColumnOf(model(ADDRESS), 'citizen')),
  users: id(model(USER).tableName),
  tokens: id(TOKENS),
});

/** Hashes of confirmation tokens: a table of our own, which no export carries. */
const TOKENS = 'rostra_email_tokens';

/**
 * What keeps addresses right whatever comes through whatever door: one primary address for each citizen, none twice, each
 * verified by one citizen only, none without its account.
 */
export function besideAddresses(): Record<string, Sql[]> {
  const { addresses, citizen, tokens, users } = names();
  const unique = (name: string, columns: Sql, where = sql`true` as Sql) => ({
    [name]: [sql`create unique index ${id(name)} on ${addresses} (${columns}) where ${where}` as Sql],
  });
  return {
    ...unique('citizen_emails_primary_uq', citizen, sql`is_primary`),
    ...unique('citizen_emails_address_uq', sql`${citizen}, lower(email)`),
    ...unique('citizen_emails_verified_uq', sql`lower(email)`, sql`is_verified`),
    [TOKENS]: [
      sql`create table ${tokens} (
        hash bytea primary key,
        made bigint generated always as identity,
        address integer not null references ${addresses} on delete cascade,
        ends_at timestamptz not null)`,
      sql`create index on ${tokens} (address)`,
    ],
    [`${model(USER).tableName}.rostra_remove_addresses`]: [
      sql`create or replace function rostra_remove_addresses() returns trigger language plpgsql as ${sql.lit(
        `begin delete from "${model(ADDRESS).tableName}" where "${joinColumnOf(model(ADDRESS), 'citizen')}" = old.id; return old; end`,
      )}`,
      sql`create trigger rostra_remove_addresses before delete on ${users} for each row execute function rostra_remove_addresses()`,
    ],
  };
}
