import { ident, joinColumnOf, modelOf, type Sql, sql } from '../../plugins/rostra/server/src/declare';

export const ADDRESS = 'api::citizen-email.citizen-email';
export const USER = 'plugin::users-permissions.user';
/** The fields in responses. */
export const ROW = 'id email is_primary is_verified visibility';

/** Hashes of confirmation tokens: our own table, which exports do not contain. */
const TOKENS = 'rostra_email_tokens';
const ONE_PRIMARY = 'citizen_emails_one_primary';

/** SQL names of the tables, columns and constraints used in this folder. */
export const names = () => ({
  addresses: ident(modelOf(ADDRESS).tableName),
  citizen: ident(joinColumnOf(modelOf(ADDRESS), 'citizen')),
  users: ident(modelOf(USER).tableName),
  tokens: ident(TOKENS),
  onePrimary: ident(ONE_PRIMARY),
});

/**
 * Database objects that keep addresses consistent however they are written: at the end of a transaction, a citizen
 * with addresses has exactly one primary address and no duplicates; an address is verified by only one citizen;
 * changing an address ends its verification and its tokens; deleting an account deletes its addresses. No two accounts
 * have the same handle.
 */
export function databaseObjects() {
  const { addresses, citizen, tokens, users, onePrimary } = names();
  const [table, userTable] = [modelOf(ADDRESS).tableName, modelOf(USER).tableName];
  const column = joinColumnOf(modelOf(ADDRESS), 'citizen');
  return {
    functions: [
      trigger('rostra_remove_addresses', `delete from "${table}" where "${column}" = old.id; return old;`),
      trigger(
        'rostra_changed_address',
        `if lower(new.email) is distinct from lower(old.email) then
          new.is_verified := false;
          delete from "${TOKENS}" where address = old.id;
        end if;
        return new;`,
      ),
      trigger(
        'rostra_one_primary',
        `if exists (
          select 1 from "${userTable}" u join "${table}" e on e."${column}" = u.id
          where u.id = any(array[case when tg_op <> 'INSERT' then old."${column}" end, case when tg_op <> 'DELETE' then new."${column}" end])
          group by u.id having count(*) filter (where e.is_primary) <> 1
        ) then
          raise exception 'a citizen has exactly one primary address' using errcode = 'check_violation';
        end if;
        return null;`,
      ),
    ],
    objects: {
      ...unique('citizen_emails_primary_uq', addresses, citizen, sql`is_primary`),
      ...unique('citizen_emails_address_uq', addresses, sql`${citizen}, lower(email)`),
      ...unique('citizen_emails_verified_uq', addresses, sql`lower(email)`, sql`is_verified`),
      ...uniqueHandles(),
      [TOKENS]: [
        sql`create table ${tokens} (
          hash bytea primary key,
          made bigint generated always as identity,
          address integer not null references ${addresses} on delete cascade,
          ends_at timestamptz not null)`,
        sql`create index on ${tokens} (address)`,
      ],
      [`${userTable}.rostra_remove_addresses`]: [
        sql`create trigger rostra_remove_addresses before delete on ${users} for each row execute function rostra_remove_addresses()`,
      ],
      [`${table}.rostra_changed_address`]: [
        sql`create trigger rostra_changed_address before update of email on ${addresses} for each row execute function rostra_changed_address()`,
      ],
      [`${table}.${ONE_PRIMARY}`]: [
        sql`create constraint trigger ${onePrimary} after insert or update or delete on ${addresses} deferrable initially deferred for each row execute function rostra_one_primary()`,
      ],
    },
  };
}

/** A trigger function that finds its tables under any search path. */
const trigger = (name: string, body: string): Sql =>
  sql`create or replace function ${ident(name)}() returns trigger language plpgsql set search_path from current as ${sql.lit(`begin ${body} end`)}`;

const unique = (name: string, table: Sql, columns: Sql, where: Sql = sql`true`): Record<string, Sql[]> => ({
  [name]: [sql`create unique index ${ident(name)} on ${table} (${columns}) where ${where}`],
});

/** Strapi only counts before it inserts. If two accounts already share a name, the index waits until they do not. */
const uniqueHandles = (): Record<string, Sql[]> => ({
  rostra_handles_uq: [
    sql`do ${sql.lit(`begin if not exists (select 1 from "${modelOf(USER).tableName}" group by username having count(*) > 1 and username is not null) then create unique index rostra_handles_uq on "${modelOf(USER).tableName}" (username); end if; end`)}`,
  ],
});
