import type { Knex } from 'knex';

/**
 * Single sign-on used to give people without a name their e-mail address as one, which the history of every record then showed. Such
 * a name becomes the part of the address before the "@", in accounts of the panel and in the history.
 */
export async function up(knex: Knex): Promise<void> {
  const isThere = (table: string) => knex.schema.hasTable(table);
  // Strapi runs migrations before it creates the tables of a new database.
  if (await isThere('admin_users'))
    for (const name of ['firstname', 'lastname'])
      await knex.raw(`update admin_users set ${name} = ${withoutAddress(name)} where ${name} ~ '${ADDRESS}'`);
  if (await isThere('rostra_changes'))
    await knex.raw(`
      update rostra_changes set actor = jsonb_set(actor, '{name}', to_jsonb(${withoutAddress("(actor ->> 'name')")}))
      where actor ->> 'kind' = 'panelUser' and actor ->> 'name' ~ '${ADDRESS}'`);
}

/** An e-mail address within a name; what is before the "@" is its first group. Knex takes a question mark for a parameter. */
const ADDRESS = '([^\\s@]+)@[^\\s@]+[.][^\\s@]+';

const withoutAddress = (name: string): string => `regexp_replace(${name}, '${ADDRESS}', '\\1', 'g')`;
