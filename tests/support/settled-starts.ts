/** Runs a statement and returns its rows. */
type Query = (text: string) => Promise<Record<string, unknown>[]>;

const OF_SUPER_ADMIN = `select permission_id from admin_permissions_role_lnk join admin_roles r on r.id = role_id
  where r.code = 'strapi-super-admin'`;

/** The stored layout of bills in the panel. */
const CONFIGURATION = 'plugin_content_manager_configuration_content_types::api::bill.bill';

/** How often starts have had PostgreSQL parse the declarations. It counts the end of each, not `prepare` itself. */
export async function verificationsIn(query: Query): Promise<number> {
  const [row] = await query(
    `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query like 'deallocate%'`,
  );
  return row?.calls as number;
}

/** Changes the schema, and deletes what starts align. Returns a function that expects the next start to have proven and aligned everything. */
export async function unsettle(query: Query): Promise<() => Promise<void>> {
  const permissions = async () => (await query(OF_SUPER_ADMIN)).length;
  const [proven, before] = [await verificationsIn(query), await permissions()];
  await query(`create or replace function unsettled() returns bigint language sql as 'select ${Date.now()}'`);
  await query(`delete from admin_permissions where id in (${OF_SUPER_ADMIN} limit 1)`);
  await query(`delete from strapi_core_store_settings where key = '${CONFIGURATION}'`);
  return async () => {
    expect(await verificationsIn(query)).toBeGreaterThan(proven);
    expect(await permissions()).toBe(before);
    expect(await query(`select from strapi_core_store_settings where key = '${CONFIGURATION}'`)).toHaveLength(1);
  };
}
