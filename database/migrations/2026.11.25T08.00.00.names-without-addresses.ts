import type { Knex } from 'knex';

/**
 * Single sign-on used to give people without a name their e-mail address as one, which the history of every record then showed. Such
 * a name becomes the part of the address before the "@", in accounts of the panel and in the history.
 */
export async function up(knex: Knex): Promise<void> {
  const isThere = (table: string) => knex.schema.hasTable(table);
  // Strapi runs migrations before it creates the tables of a new database.
  if (await isThere('admin_users'))
    await knex.raw(`
      update admin_users set firstname = split_part(firstname, '@', 1)
      where lower(firstname) = lower(email) and strpos(firstname, '@') > 1`);
  if (await isThere('rostra_changes'))
    await knex.raw(`
      update rostra_changes set actor = jsonb_set(actor, '{name}', to_jsonb(regexp_replace(actor ->> 'name', '@\\S*', '', 'g')))
      where actor ->> 'kind' = 'panelUser' and strpos(actor ->> 'name', '@') > 1`);
}
