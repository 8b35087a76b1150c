import { send, sql, testService } from '../support/client';
import { createPanelUser, type PanelPermission, readPermission } from '../support/panel-users';

const LIST = '/content-manager/collection-types/api::party.party';

describe('what a person may do in the panel', () => {
  /** Counts the reads of permissions that one more request causes. Look-ups of versions name no table. */
  async function readsAfter(person: { authorization: string }): Promise<number> {
    expect((await send('GET', LIST, undefined, person)).status).toBe(200);
    const [row] = await sql(
      `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query like '%from "admin_permissions"%'
         and dbid = (select oid from pg_database where datname = current_database())`,
    );
    return row?.calls as number;
  }

  it('is read once, as long as nobody changes it', async () => {
    const editor = { authorization: `Bearer ${testService.tokens.panelEditor}` };
    await readsAfter(editor);
    const before = await readsAfter(editor);
    expect(await readsAfter(editor)).toBe(before);
    for (const table of ['admin_permissions', 'admin_permissions_role_lnk', 'admin_roles', 'admin_users_roles_lnk']) {
      const known = await readsAfter(editor);
      await sql(`update ${table} set id = id where false`);
      expect([table, (await readsAfter(editor)) > known]).toEqual([table, true]);
    }
  });

  it('is read every time where it depends on a condition', async () => {
    const permission: PanelPermission = {
      ...readPermission('api::party.party', ['name']),
      conditions: ['admin::has-same-role-as-creator'],
    };
    const person = await createPanelUser([permission]);
    await readsAfter(person);
    const before = await readsAfter(person);
    expect(await readsAfter(person)).toBeGreaterThan(before);
  });

  it('is another’s in nothing', async () => {
    const [one, other] = [
      await createPanelUser([readPermission('api::party.party', ['name'])]),
      await createPanelUser([]),
    ];
    for (let each = 0; each < 3; each += 1) {
      expect((await send('GET', LIST, undefined, one)).status).toBe(200);
      expect((await send('GET', LIST, undefined, other)).status).toBe(403);
    }
  });
});
