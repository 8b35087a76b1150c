import type { Knex } from 'knex';

/**
 * Version 0.1.0 called the editors' plugin `room`. Renames it in roles' permissions, in the keys of its settings, and inside
 * settings, such as the record of the permissions ever granted to each role. Strapi runs this in a transaction, before it deletes
 * permissions that no plugin registers.
 */
export async function up(knex: Knex): Promise<void> {
  // Strapi runs migrations before it creates the tables of a new database.
  if (!(await knex.schema.hasTable('admin_permissions'))) return;
  await knex.raw(`
    update admin_permissions
    set action = replace(action, 'plugin::room.', 'plugin::newsroom.')
    where starts_with(action, 'plugin::room.')`);
  await knex.raw(`
    update strapi_core_store_settings
    set key = regexp_replace(key, '^plugin_room_', 'plugin_newsroom_'),
        value = replace(value, 'plugin::room.', 'plugin::newsroom.')
    where starts_with(key, 'plugin_room_') or strpos(value, 'plugin::room.') > 0`);
}
