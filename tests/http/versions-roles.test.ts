import type { Client } from 'pg';
import { get, sql } from '../support/client';
import { withConnection } from '../support/database';
import { make, unique } from '../support/factory';

const TAGS = '/console/lab/rs_tags';

describe('a role of the database that may only read and write tags', () => {
  const role = `rostra_test_${process.pid}`;

  beforeAll(() => sql(`create role ${role}; grant select, update on tags to ${role}`));
  afterAll(() => sql(`drop owned by ${role}; drop role ${role}`));

  const asRole = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
    withConnection(async (client) => {
      await client.query(`set role ${role}`);
      return work(client);
    });

  /** Renames a tag that was just read, and returns whether the next read sees the new name. */
  const rename = async (client: Client, id: number): Promise<boolean> => {
    expect((await get(`${TAGS}/${id}`)).status).toBe(200);
    const name = unique('標籤');
    await client.query('update tags set name = $1 where number = $2', [name, id]);
    return (await get(`${TAGS}/${id}`)).body.name === name;
  };

  it('moves the version', async () => {
    const { id } = await make('tag');
    expect(await asRole((client) => rename(client, id))).toBe(true);
  });

  it('cannot put a table of its own in the place of ours', async () => {
    const { id } = await make('tag');
    await asRole(async (client) => {
      await client.query(`create temp table ran_as (name text);
        create temp table rostra_versions (part text, stamp bigint, delta bigint);
        create function pg_temp.note() returns trigger language plpgsql as $$ begin insert into ran_as values (current_user); return null; end $$;
        create trigger note before insert on rostra_versions for each row execute function pg_temp.note();
        grant all on ran_as, rostra_versions to public`);
      const isSeen = await rename(client, id);
      expect({ isSeen, ranAs: (await client.query('select * from ran_as')).rows }).toEqual({ isSeen: true, ranAs: [] });
    });
  });

  it('cannot attach the trigger that counts to a table of its own', async () => {
    await asRole(async (client) => {
      await client.query('create temp table acts (id int)');
      const counts = `create trigger counts after insert on acts referencing new table as changed for each statement execute function rostra_moved('counted')`;
      await expect(client.query(counts)).rejects.toThrow('permission denied for function rostra_moved');
    });
  });
});
