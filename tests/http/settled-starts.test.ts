import type { Client } from 'pg';
import type { Run } from '../../src/plugins/rostra/server/src/store/database';
import { type State, stateOf } from '../../src/plugins/rostra/server/src/store/settled';
import { withConnection } from '../support/database';

const runOn =
  (client: Client): Run =>
  async ({ text, values }, parameters = {}) =>
    (await client.query({ text, values: values(parameters), rowMode: 'array' })).rows;

/** A permission of the Super Admin. */
const PERMISSION = `(select permission_id from admin_permissions_role_lnk join admin_roles r on r.id = role_id
  where code = 'strapi-super-admin' order by permission_id limit 1)`;

it('a step of a start is not settled after another version of the records that it aligns or proves, and after that of others it is', () =>
  withConnection(async (client) => {
    const run = runOn(client);
    const state = await stateOf(run);
    expect(await stateOf(run)).toEqual(state);
    const changes: Record<keyof State, string[]> = {
      permissions: [
        `update admin_permissions set properties = '{}' where id = ${PERMISSION}`,
        `delete from admin_permissions_role_lnk where permission_id = ${PERMISSION}`,
        `insert into admin_permissions_api_token_lnk (permission_id) values (${PERMISSION})`,
        `insert into admin_roles (code) values ('another')`,
        `insert into i18n_locale (code) values ('xx')`,
        `update strapi_core_store_settings set value = '{}' where key = 'plugin_rostra_granted-panel-permissions'`,
      ],
      configurations: [
        `update strapi_core_store_settings set value = '{}' where key = 'plugin_content_manager_configuration_content_types::api::bill.bill'`,
      ],
      schema: [
        'alter table tags add column another integer',
        'alter table tags alter column name type varchar',
        'create index another on tags (name)',
        'alter table tags disable trigger all',
        `create function another() returns int language sql as 'select 1'`,
      ],
    };
    for (const [part, of] of Object.entries(changes))
      for (const change of of) {
        await client.query(`begin; ${change}`);
        const other = expect.not.stringMatching(state[part as keyof State]);
        expect([change, await stateOf(run)]).toEqual([change, { ...state, [part]: other }]);
        await client.query('rollback');
      }
    expect(await stateOf(run)).toEqual(state);
  }));
