import type { Knex } from 'knex';
import { up } from '../../database/migrations/2026.11.25T08.00.00.names-without-addresses';
import { withConnection } from '../support/database';

it('an address that was taken for a name leaves accounts of the panel and the history', () =>
  withConnection(async (client) => {
    const knex = { schema: { hasTable: async () => true }, raw: (text: string) => client.query(text) };
    await client.query(`begin;
      insert into admin_users (firstname, email) values ('ann@a.example', 'Ann@a.example'), ('Ming @Taipei', 'ming@a.example');
      insert into rostra_changes (id, door, actor, tx)
        select 9000000000 + n, 'panel', jsonb_build_object('kind', 'panelUser', 'id', n, 'name', name), pg_current_xact_id()
        from (values (1, 'ann@a.example Chen'), (2, 'Ming'), (3, 'ann@a.example')) v(n, name)`);
    await up(knex as unknown as Knex);
    const accounts = await client.query(
      `select firstname from admin_users where email ilike '%@a.example' order by id`,
    );
    expect(accounts.rows.map(({ firstname }) => firstname)).toEqual(['ann', 'Ming @Taipei']);
    const changes = await client.query(
      `select actor ->> 'name' as name from rostra_changes where id > 9000000000 order by id`,
    );
    expect(changes.rows.map(({ name }) => name)).toEqual(['ann Chen', 'Ming', 'ann']);
    await client.query('rollback');
  }));
